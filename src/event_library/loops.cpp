// SPDX-License-Identifier: BSD-3-Clause
// Loops over the events of a trace: location by location, and all locations in the order of time.
#include <algorithm>
#include <queue>

#include "event_library/opened_trace.h"

namespace tarry::events {

using event_library::Bookmark;
using event_library::EventMaker;
using event_library::EventSink;
using event_library::LocationEntry;

namespace {

// Hands on the events that pass a filter.
class Passing final : public EventSink {
 public:
  Passing(const Filter& filter, std::size_t regions, void* self, Trace::TakeBatch take)
      : from_(filter.from), until_(filter.until), self_(self), take_(take) {
    for (const Kind kind : filter.kinds) kinds_ |= std::uint64_t{1} << static_cast<unsigned>(kind);
    if (filter.kinds.empty()) kinds_ = ~std::uint64_t{0};
    if (!filter.regions.empty()) regions_.resize(regions);
    for (const std::uint32_t region : filter.regions)
      if (region < regions) regions_[region] = true;
    takes_all_ =
        filter.kinds.empty() && filter.regions.empty() && from_ == INT64_MIN && until_ == INT64_MAX;
  }

  void take(std::span<const Event> events) override {
    if (takes_all_) return take_(self_, events.data(), events.size());
    passed_.clear();
    for (const Event& event : events)
      if (passes(event)) passed_.push_back(event);
    if (!passed_.empty()) take_(self_, passed_.data(), passed_.size());
  }

 private:
  static_assert(kKinds <= 64);

  [[nodiscard]] bool passes(const Event& event) const {
    return (kinds_ >> static_cast<unsigned>(event.kind) & 1) != 0 && event.time >= from_ &&
           event.time <= until_ &&
           (regions_.empty() || (event.region < regions_.size() && regions_[event.region]));
  }

  const std::int64_t from_, until_;
  void* const self_;
  const Trace::TakeBatch take_;
  std::uint64_t kinds_ = 0;
  std::vector<bool> regions_;
  bool takes_all_ = false;
  std::vector<Event> passed_;
};

std::vector<std::uint32_t> wanted_locations(const Filter& filter,
                                            const std::vector<Location>& locations) {
  const auto has = [](const std::vector<std::uint32_t>& wanted, std::uint32_t value) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
  };
  std::vector<std::uint32_t> found;
  for (std::uint32_t l = 0; l < locations.size(); ++l)
    if (has(filter.locations, l) && has(filter.ranks, locations[l].rank)) found.push_back(l);
  return found;
}

// The events of one location, from a number on, a window after the other.
class Walk {
 public:
  Walk(Trace::Opened& trace, Position first)
      : trace_(trace), location_(trace.entry(first.location)), next_(first) {
    find();
  }

  [[nodiscard]] bool is_over() const { return window_ == nullptr; }
  [[nodiscard]] const Event& event() const {
    return window_->events[next_.number - window_->first];
  }
  void go_on() {
    ++next_.number;
    if (next_.number - window_->first == window_->events.size()) find();
  }

 private:
  void find() {
    window_ = nullptr;
    if (next_.number >= location_.events) return;
    window_ =
        trace_.window(next_.location, Trace::Opened::bookmark_before(location_, next_.number));
    if (next_.number - window_->first >= window_->events.size()) window_ = nullptr;
  }

  Trace::Opened& trace_;
  const LocationEntry& location_;
  Position next_;
  std::shared_ptr<const Trace::Opened::Window> window_;
};

}  // namespace

void Trace::Opened::for_each_batch(const Filter& filter, void* self, TakeBatch take) {
  Passing passing(filter, shown.regions.size(), self, take);
  for (const std::uint32_t location : wanted_locations(filter, shown.locations))
    read_location(location, filter, passing);
}

// Without bookmarks, a location is read as a whole.
void Trace::Opened::read_location(std::uint32_t location, const Filter& filter, EventSink& sink) {
  const model::LocationIndex place{location};
  const std::vector<Bookmark>* bookmarks = nullptr;
  if (filter.from != INT64_MIN || filter.until != INT64_MAX) {
    const std::lock_guard lock(mutex_);
    if (index_) bookmarks = &index_->location(location).bookmarks;
  }
  if (bookmarks == nullptr) {
    EventMaker maker(model(), place, 0, sink);
    model::Anomalies odd;
    check(source_.events->read(place, maker, odd));
    maker.flush();
    const std::lock_guard lock(mutex_);
    if (!is_counted_[location]) anomalies_.merge(odd);
    is_counted_[location] = true;
    return;
  }
  const auto at_or_after = [&](const Bookmark& bookmark) { return bookmark.time >= filter.from; };
  auto begin = std::find_if(bookmarks->begin() + 1, bookmarks->end(), at_or_after) - 1;
  while (!begin->has_place) --begin;
  const auto end = std::find_if(begin + 1, bookmarks->end(), [&](const Bookmark& bookmark) {
    return bookmark.time > filter.until && bookmark.has_place;
  });
  EventMaker maker(model(), place, begin->number, sink);
  model::Anomalies counted_by_the_index;
  const bool is_whole = begin == bookmarks->begin() && end == bookmarks->end();
  check(is_whole ? source_.events->read(place, maker, counted_by_the_index)
                 : source_.events->read_on(
                       place, begin->place,
                       end == bookmarks->end() ? model::EventPlace::end_of_events() : end->place,
                       maker, counted_by_the_index));
  maker.flush();
}

void Trace::Opened::for_each_batch_in_time(const Filter& filter, void* self, TakeBatch take) {
  Passing passing(filter, shown.regions.size(), self, take);
  std::vector<Walk> walks;
  for (const std::uint32_t location : wanted_locations(filter, shown.locations))
    walks.emplace_back(*this, at_time(location, filter.from));
  using Next = std::pair<event_library::Moment, std::size_t>;  // place in `walks`
  std::priority_queue<Next, std::vector<Next>, std::greater<>> queue;
  const auto queue_up = [&](std::size_t place) {
    if (!walks[place].is_over() && walks[place].event().time <= filter.until)
      queue.emplace(event_library::moment_of(walks[place].event()), place);
  };
  for (std::size_t place = 0; place < walks.size(); ++place) queue_up(place);
  constexpr std::size_t kBatch = 256;
  std::vector<Event> batch;
  while (!queue.empty()) {
    const std::size_t place = queue.top().second;
    queue.pop();
    batch.push_back(walks[place].event());
    walks[place].go_on();
    queue_up(place);
    if (batch.size() < kBatch && !queue.empty()) continue;
    passing.take(batch);
    batch.clear();
  }
}

}  // namespace tarry::events
