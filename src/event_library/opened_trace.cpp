// SPDX-License-Identifier: BSD-3-Clause
#include "event_library/opened_trace.h"

#include <algorithm>

namespace tarry::events {

using event_library::Bookmark;
using event_library::EventMaker;
using event_library::EventSink;
using event_library::LocationEntry;
using event_library::OpenRegions;

namespace {

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

Trace::Opened::Opened(event_library::OpenedSource source, const Options& options)
    : shown(source.events->definitions()),
      source_(std::move(source)),
      options_(options),
      is_counted_(shown.locations.size()) {}

std::vector<std::string> Trace::Opened::warnings() {
  const std::lock_guard lock(mutex_);
  model::Anomalies all = source_.events->definition_anomalies();
  all.merge(anomalies_);
  std::vector<std::string> said = all.sentences();
  said.insert(said.begin(), source_.notes.begin(), source_.notes.end());
  return said;
}

event_library::TraceIndex& Trace::Opened::index() {
  const std::lock_guard lock(mutex_);
  if (index_) return *index_;
  model::Anomalies found;
  index_ = value_of(event_library::TraceIndex::make(
      *source_.events,
      {event_library::scratch_folder(options_), options_.threads, options_.memory_limit}, found));
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
            ? source_.events->read(model::LocationIndex{location}, maker, counted_by_the_index)
            : source_.events->read_on(
                  model::LocationIndex{location}, bookmarks[begin].place,
                  is_last ? model::EventPlace::end_of_events() : bookmarks[end].place, maker,
                  counted_by_the_index));
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

}  // namespace tarry::events
