// SPDX-License-Identifier: BSD-3-Clause
// A trace that is open: its source, its index once it is needed, and the parts of locations that
// were read last. Everything here throws events::Error.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "event_library/definitions.h"
#include "event_library/open_source.h"
#include "event_library/trace_index.h"

namespace tarry::events {

class Trace::Opened {
 public:
  // The events between two bookmarks of a location.
  struct Window {
    std::uint64_t first = 0;  // number
    std::vector<Event> events;
  };

  Opened(event_library::OpenedSource source, const Options& options);

  [[nodiscard]] const model::Definitions& model() const { return source_.events->definitions(); }
  [[nodiscard]] bool times_are_measured() const { return source_.times_are_measured; }
  [[nodiscard]] std::vector<std::string> warnings();
  void for_each_batch(const Filter& filter, void* self, TakeBatch take);
  void for_each_batch_in_time(const Filter& filter, void* self, TakeBatch take);

  // Makes the index if it is not there yet.
  event_library::TraceIndex& index();
  // The same, with messages that know their receives.
  event_library::TraceIndex& matched();

  // Fails if the trace has no such location.
  const event_library::LocationEntry& entry(std::uint32_t location);
  // Returns the part of a location that begins with a bookmark.
  std::shared_ptr<const Window> window(std::uint32_t location, std::size_t bookmark);
  // Returns the bookmark before an event of the location.
  static std::size_t bookmark_before(const event_library::LocationEntry& entry,
                                     std::uint64_t number);
  Event event(Position position);
  Position at_time(std::uint32_t location, std::int64_t time);
  // Returns what is open behind the event, or before it.
  event_library::OpenRegions regions(Position position, bool behind);

  event_library::ShownDefinitions shown;
  std::vector<CallPath> call_paths;  // once the index is there

 private:
  using WindowKey = std::pair<std::uint32_t, std::size_t>;
  static constexpr std::size_t kWindows = 64;  // that are kept

  std::unique_ptr<Window> read_window(std::uint32_t location, std::size_t bookmark);
  void read_location(std::uint32_t location, const Filter& filter, event_library::EventSink& sink);

  const event_library::OpenedSource source_;
  const Options options_;
  std::mutex mutex_;  // guards everything below, and the tree of the index
  std::unique_ptr<event_library::TraceIndex> index_;
  model::Anomalies anomalies_;
  std::vector<bool> is_counted_;  // by location: anomalies_ has its own
  std::list<std::pair<WindowKey, std::shared_ptr<const Window>>> windows_;  // the last used first
  std::map<WindowKey, decltype(windows_)::iterator> places_;                // in windows_
};

// Returns the value, or throws the error.
template <class T>
T value_of(base::Result<T> result) {
  if (!result.ok()) throw Error(result.error().message());
  return std::move(result).value();
}
inline void check(const base::Status& status) {
  if (!status.ok()) throw Error(status.error().message());
}

}  // namespace tarry::events
