// SPDX-License-Identifier: BSD-3-Clause
#include "event_library/opened_trace.h"

#include <algorithm>
#include <cstdlib>

namespace tarry::events {

using event_library::Bookmark;
using event_library::EventMaker;
using event_library::EventSink;
using event_library::LocationEntry;
using event_library::OpenRegions;

namespace {

std::string scratch_folder(const Options& options) {
  if (!options.scratch.empty()) return options.scratch;
  const char* const folder = std::getenv("TMPDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

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

// Keeps the events with some numbers.
class Keeping final : public EventSink {
 public:
  Keeping(std::uint64_t first, std::uint64_t end) : first_(first), end_(end) {}

  void take(std::span<const Event> events) override {
    for (const Event& event : events)
      if (event.number >= first_ && event.number < end_) kept.push_back(event);
  }

  std::vector<Event> kept;

 private:
  const std::uint64_t first_, end_;
};

}  // namespace

Trace::Opened::Opened(std::unique_ptr<model::TraceSource> source, const Options& options)
    : shown(source->definitions()),
      source_(std::move(source)),
      options_(options),
      is_counted_(shown.locations.size()) {}

std::vector<std::string> Trace::Opened::warnings() {
  const std::lock_guard lock(mutex_);
  model::Anomalies all = source_->definition_anomalies();
  all.merge(anomalies_);
  return all.sentences();
}

event_library::TraceIndex& Trace::Opened::index() {
  const std::lock_guard lock(mutex_);
  if (index_) return *index_;
  model::Anomalies found;
  index_ = value_of(event_library::TraceIndex::make(
      *source_, {scratch_folder(options_), options_.threads, options_.memory_limit}, found));
  for (const model::CallPathNode& node : index_->paths().nodes())
    call_paths.push_back({node.parent.value, node.region.value});
  anomalies_ = std::move(found);
  is_counted_.assign(is_counted_.size(), true);
  return *index_;
}

event_library::TraceIndex& Trace::Opened::matched() {
  event_library::TraceIndex& made = index();
  check(made.match_messages());
  return made;
}

const LocationEntry& Trace::Opened::entry(std::uint32_t location) {
  if (location >= shown.locations.size())
    throw Error("the trace has no location " + std::to_string(location) + ", only " +
                std::to_string(shown.locations.size()));
  return index().location(location);
}

std::size_t Trace::Opened::bookmark_before(const LocationEntry& entry, std::uint64_t number) {
  const auto behind = std::upper_bound(
      entry.bookmarks.begin(), entry.bookmarks.end(), number,
      [](std::uint64_t n, const Bookmark& bookmark) { return n < bookmark.number; });
  return static_cast<std::size_t>(behind - entry.bookmarks.begin()) - 1;
}

std::shared_ptr<const Trace::Opened::Window> Trace::Opened::window(std::uint32_t location,
                                                                   std::size_t bookmark) {
  const WindowKey key{location, bookmark};
  {
    const std::lock_guard lock(mutex_);
    if (const auto place = places_.find(key); place != places_.end()) {
      windows_.splice(windows_.begin(), windows_, place->second);
      return windows_.front().second;
    }
  }
  std::shared_ptr<const Window> made = read_window(location, bookmark);
  const std::lock_guard lock(mutex_);
  if (places_.contains(key)) return made;  // another thread has read it meanwhile
  windows_.emplace_front(key, made);
  places_[key] = windows_.begin();
  if (windows_.size() > kWindows) {
    places_.erase(windows_.back().first);
    windows_.pop_back();
  }
  return made;
}

std::unique_ptr<Trace::Opened::Window> Trace::Opened::read_window(std::uint32_t location,
                                                                  std::size_t bookmark) {
  const std::vector<Bookmark>& bookmarks = entry(location).bookmarks;
  std::size_t begin = bookmark, end = bookmark + 1;
  while (!bookmarks[begin].has_place) --begin;
  while (end < bookmarks.size() && !bookmarks[end].has_place) ++end;
  const bool is_last = end == bookmarks.size();
  Keeping keeping(bookmarks[bookmark].number,
                  bookmark + 1 == bookmarks.size() ? kNowhere : bookmarks[bookmark + 1].number);
  EventMaker maker(model(), model::LocationIndex{location}, bookmarks[begin].number, keeping);
  model::Anomalies counted_by_the_index;
  check(begin == 0 && is_last
            ? source_->read(model::LocationIndex{location}, maker, counted_by_the_index)
            : source_->read_on(model::LocationIndex{location}, bookmarks[begin].place,
                               is_last ? model::EventPlace::end_of_events() : bookmarks[end].place,
                               maker, counted_by_the_index));
  maker.flush();
  auto made = std::make_unique<Window>();
  made->first = bookmarks[bookmark].number;
  made->events = std::move(keeping.kept);
  return made;
}

Event Trace::Opened::event(Position position) {
  const LocationEntry& location = entry(position.location);
  const std::size_t bookmark = bookmark_before(location, position.number);
  if (position.number < location.events) {
    const auto found = window(position.location, bookmark);
    if (position.number - found->first < found->events.size())
      return found->events[position.number - found->first];
  }
  throw Error("the trace has no event " + std::to_string(position.number) + " on location " +
              std::to_string(position.location) + ", only " + std::to_string(location.events));
}

Position Trace::Opened::at_time(std::uint32_t location, std::int64_t time) {
  const LocationEntry& all = entry(location);
  const auto behind =
      std::partition_point(all.bookmarks.begin() + 1, all.bookmarks.end(),
                           [&](const Bookmark& bookmark) { return bookmark.time < time; });
  const auto bookmark = static_cast<std::size_t>(behind - all.bookmarks.begin()) - 1;
  const auto found = window(location, bookmark);
  const auto event = std::partition_point(found->events.begin(), found->events.end(),
                                          [&](const Event& each) { return each.time < time; });
  return {location, found->first + static_cast<std::uint64_t>(event - found->events.begin())};
}

OpenRegions Trace::Opened::regions(Position position, bool behind) {
  event(position);  // fails if there is none
  const LocationEntry& location = entry(position.location);
  const std::size_t bookmark = bookmark_before(location, position.number);
  const auto found = window(position.location, bookmark);
  OpenRegions open = location.bookmarks[bookmark].regions;
  const std::uint64_t end = position.number - found->first + (behind ? 1 : 0);
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < end; ++i) open.take(found->events[i], index_->paths());
  return open;
}

void Trace::Opened::for_each_batch(const Filter& filter, void* self, TakeBatch take) {
  Passing passing(filter, shown.regions.size(), self, take);
  const auto has = [](const std::vector<std::uint32_t>& wanted, std::uint32_t value) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
  };
  for (std::uint32_t l = 0; l < shown.locations.size(); ++l)
    if (has(filter.locations, l) && has(filter.ranks, shown.locations[l].rank))
      read_location(l, filter, passing);
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
    check(source_->read(place, maker, odd));
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
  check(is_whole ? source_->read(place, maker, counted_by_the_index)
                 : source_->read_on(
                       place, begin->place,
                       end == bookmarks->end() ? model::EventPlace::end_of_events() : end->place,
                       maker, counted_by_the_index));
  maker.flush();
}

}  // namespace tarry::events
