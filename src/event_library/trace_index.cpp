// SPDX-License-Identifier: BSD-3-Clause
#include "event_library/trace_index.h"

#include <algorithm>
#include <condition_variable>

#include "base/for_each.h"

namespace tarry::event_library {
namespace {

// At most about so many bookmarks for a trace; sources name places every thousand events.
constexpr std::uint64_t kMostBookmarks = 1 << 16;
constexpr std::uint64_t kLeastInterval = 1024;

// Lets locations pass in their order, although they are scanned several at a time.
class Turns {
 public:
  base::Status take(std::uint32_t item, const std::function<base::Status()>& work) {
    std::unique_lock lock(mutex_);
    passed_.wait(lock, [&] { return next_ == item; });
    base::Status status = work();
    ++next_;
    passed_.notify_all();
    return status;
  }

 private:
  std::mutex mutex_;
  std::condition_variable passed_;
  std::uint32_t next_ = 0;
};

}  // namespace

TraceIndex::TraceIndex(model::TraceSource& source, const IndexOptions& options)
    : source_(source),
      options_(options),
      locations_(source.definitions().locations.size()),
      messages_(options.scratch),
      receives_(options.scratch),
      parts_(options.scratch),
      collectives_(options.scratch),
      tenures_(options.scratch),
      team_parts_(options.scratch),
      teams_(options.scratch),
      part_ends_(options.scratch),
      open_messages_(options.scratch),
      open_collectives_(options.scratch),
      open_tenures_(options.scratch),
      open_teams_(options.scratch),
      unlinked_(locations_.size()),
      unlinked_parts_(options.scratch) {}

base::Result<std::unique_ptr<TraceIndex>> TraceIndex::make(model::TraceSource& source,
                                                           const IndexOptions& options,
                                                           model::Anomalies& anomalies) {
  std::unique_ptr<TraceIndex> index(new TraceIndex(source, options));
  TRY(index->scan(anomalies));
  TRY(index->messages_.map());
  TRY(index->receives_.map());
  TRY(index->unlinked_parts_.map());
  index->unite_paths();
  index->cancel_sends();
  TRY(index->link_collectives());
  TRY(index->link_threads());
  index->unlinked_ = {};
  return index;
}

base::Status TraceIndex::scan(model::Anomalies& anomalies) {
  const std::vector<model::Location>& locations = source_.definitions().locations;
  std::uint64_t declared = 0;
  for (const model::Location& location : locations) declared += location.event_count;
  const std::uint64_t interval = std::max(kLeastInterval, declared / kMostBookmarks);
  Turns turns;
  return base::for_each(locations.size(), options_.threads, [&](std::size_t item) {
    const auto location = static_cast<std::uint32_t>(item);
    LocationScan scan(locations[item].rank.value, interval);
    EventMaker maker(source_.definitions(), model::LocationIndex{location}, 0, scan);
    model::Anomalies odd;
    base::Status status =
        source_.read_with_places(model::LocationIndex{location}, maker, maker, odd);
    maker.flush();
    return turns.take(location, [&]() -> base::Status {
      TRY(std::move(status));
      anomalies.merge(odd);
      return keep(location, scan.finish());
    });
  });
}

base::Status TraceIndex::keep(std::uint32_t location, LocationParts parts) {
  LocationEntry& entry = locations_[location];
  entry.events = parts.events;
  event_count_ += parts.events;
  entry.bookmarks = std::move(parts.bookmarks);
  entry.sends = {messages_.size(), parts.sends.size()};
  entry.receives = {receives_.size(), parts.receives.size()};
  Unlinked& unlinked = unlinked_[location];
  unlinked.collectives = {unlinked_parts_.size(), parts.collectives.size()};
  unlinked.open_sends = std::move(parts.open_sends);
  unlinked.foreign_cancels = std::move(parts.foreign_cancels);
  unlinked.foreign_ends = std::move(parts.foreign_ends);
  unlinked.paths = std::move(parts.paths);
  TRY(messages_.append(parts.sends));
  TRY(receives_.append(parts.receives));
  TRY(unlinked_parts_.append(parts.collectives));
  TRY(tenures_.append(parts.tenures));
  return team_parts_.append(parts.teams);
}

void TraceIndex::unite_paths() {
  const auto united = [](std::uint32_t& path, const std::vector<model::CallPathId>& numbers) {
    if (path != events::kNone) path = numbers[path].value;
  };
  for (std::size_t l = 0; l < locations_.size(); ++l) {
    const std::vector<model::CallPathId> numbers = paths_.merge(unlinked_[l].paths);
    LocationEntry& entry = locations_[l];
    for (Bookmark& bookmark : entry.bookmarks) bookmark.regions.renumber_paths(numbers);
    for (StoredMessage& send : messages().subspan(entry.sends.first, entry.sends.count))
      united(send.send_path, numbers);
    for (StoredReceive& receive : receives().subspan(entry.receives.first, entry.receives.count))
      united(receive.path, numbers);
    const Range& own = unlinked_[l].collectives;
    for (CollectivePart& part : unlinked_parts_.items().subspan(own.first, own.count))
      united(part.path, numbers);
    unlinked_[l].paths = {};
  }
}

void TraceIndex::cancel_sends() {
  const std::vector<model::Location>& locations = source_.definitions().locations;
  for (std::size_t first = 0, end = 0; first < locations_.size(); first = end) {
    while (end < locations_.size() && locations[end].rank == locations[first].rank) ++end;
    if (end == first + 1) continue;  // no other threads
    for (std::size_t l = first; l < end; ++l)
      for (const ForeignCancel& cancel : unlinked_[l].foreign_cancels)
        for (std::size_t other = first; other < end; ++other) {
          const auto found = unlinked_[other].open_sends.find(cancel.request);
          if (found == unlinked_[other].open_sends.end()) continue;
          StoredMessage& send = messages()[locations_[other].sends.first + found->second];
          if (send.begin < cancel.moment) send.end = cancel.moment;
        }
  }
}

std::uint64_t TraceIndex::message_of(const events::Event& event) {
  const LocationEntry& entry = locations_[event.location];
  if (event.kind == events::Kind::Send || event.kind == events::Kind::Isend) {
    const auto own = messages().subspan(entry.sends.first, entry.sends.count);
    const auto found = std::lower_bound(
        own.begin(), own.end(), event.number,
        [](const StoredMessage& send, std::uint64_t number) { return send.begin.number < number; });
    return found != own.end() && found->begin.number == event.number
               ? entry.sends.first + static_cast<std::uint64_t>(found - own.begin())
               : events::kNowhere;
  }
  if (event.kind != events::Kind::Receive && event.kind != events::Kind::Irecv)
    return events::kNowhere;
  const auto own = receives().subspan(entry.receives.first, entry.receives.count);
  const auto found = std::lower_bound(own.begin(), own.end(), event.number,
                                      [](const StoredReceive& receive, std::uint64_t number) {
                                        return receive.moment.number < number;
                                      });
  return found != own.end() && found->moment.number == event.number ? found->message
                                                                    : events::kNowhere;
}

}  // namespace tarry::event_library
