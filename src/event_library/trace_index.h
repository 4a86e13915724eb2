// SPDX-License-Identifier: BSD-3-Clause
// The index of a trace: for each location its bookmarks, and for the whole trace the tables of
// compound events and what is open when. It is made in one pass over the events; which send belongs
// to which receive is then asked of the analysis, if anybody wants to know.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "event_library/intervals.h"
#include "event_library/location_scan.h"
#include "model/trace_source.h"

namespace tarry::event_library {

struct IndexOptions {
  std::filesystem::path scratch;
  unsigned threads = 0;
  std::uint64_t memory_limit = 0;
};

// A part of a table that belongs to one location.
struct Range {
  std::uint64_t first = 0, count = 0;
};

struct LocationEntry {
  std::uint64_t events = 0;
  std::vector<Bookmark> bookmarks;
  Range sends, receives;
};

class TraceIndex {
 public:
  // `source` must outlive it. What is odd in the events is added to `anomalies`.
  static base::Result<std::unique_ptr<TraceIndex>> make(model::TraceSource& source,
                                                        const IndexOptions& options,
                                                        model::Anomalies& anomalies);

  [[nodiscard]] const LocationEntry& location(std::uint32_t location) const {
    return locations_[location];
  }
  [[nodiscard]] std::uint64_t event_count() const { return event_count_; }
  // Reading a part of a location again needs the tree. Thread: caller-locks.
  [[nodiscard]] model::CallTree& paths() { return paths_; }

  // Pairs sends and receives, once. Until then no message has a receive. Thread: any.
  base::Status match_messages();

  // The tables. Messages are in the order of their sends by location and number, receives of
  // themselves; parts of operations and of teams stand together, and tenures of one lock follow
  // each other.
  [[nodiscard]] std::span<StoredMessage> messages() { return messages_.items(); }
  [[nodiscard]] std::span<StoredReceive> receives() { return receives_.items(); }
  [[nodiscard]] std::span<CollectivePart> collective_parts() { return parts_.items(); }
  [[nodiscard]] std::span<StoredCollective> collectives() { return collectives_.items(); }
  [[nodiscard]] std::span<StoredTenure> tenures() { return tenures_.items(); }
  [[nodiscard]] std::span<TeamPart> team_parts() { return team_parts_.items(); }
  [[nodiscard]] std::span<StoredTeam> teams() { return teams_.items(); }

  // Return the numbers of what is open behind the event at `moment`. Thread: any.
  template <class Item>
  std::vector<std::uint64_t> open_at(std::span<Item> items, Intervals& intervals,
                                     const Moment& moment) {
    return intervals.open_at(std::span<const Item>(items), moment);
  }
  std::vector<std::uint64_t> messages_at(const Moment& moment) {
    return open_at(messages(), open_messages_, moment);
  }
  std::vector<std::uint64_t> collectives_at(const Moment& moment) {
    return open_at(collectives(), open_collectives_, moment);
  }
  std::vector<std::uint64_t> tenures_at(const Moment& moment) {
    return open_at(tenures(), open_tenures_, moment);
  }
  std::vector<std::uint64_t> teams_at(const Moment& moment) {
    return open_at(teams(), open_teams_, moment);
  }

  // Return the number of the operation that ends or begins at an event, and of the message that is
  // sent or received there; events::kNowhere if there is none.
  [[nodiscard]] std::uint64_t collective_of(const events::Position& position);
  [[nodiscard]] std::uint64_t message_of(const events::Event& event);

 private:
  TraceIndex(model::TraceSource& source, const IndexOptions& options);

  base::Status scan(model::Anomalies& anomalies);
  // Takes what the scan of a location has found, after that of the location before it.
  base::Status keep(std::uint32_t location, LocationParts parts);
  // Gives call paths the numbers that they have in the tree of all locations.
  void unite_paths();
  // Ends sends that other threads of their process cancelled.
  void cancel_sends();
  base::Status link_collectives();
  base::Status link_threads();

  model::TraceSource& source_;
  const IndexOptions options_;
  std::vector<LocationEntry> locations_;
  std::uint64_t event_count_ = 0;
  model::CallTree paths_;

  ScratchTable<StoredMessage> messages_;
  ScratchTable<StoredReceive> receives_;
  ScratchTable<CollectivePart> parts_;
  ScratchTable<StoredCollective> collectives_;
  ScratchTable<StoredTenure> tenures_;
  ScratchTable<TeamPart> team_parts_;
  ScratchTable<StoredTeam> teams_;
  ScratchTable<std::uint64_t> part_ends_;  // numbers of parts by the position of their end
  Intervals open_messages_, open_collectives_, open_tenures_, open_teams_;

  // While the index is made, by location.
  struct Unlinked {
    model::CallTree paths;
    std::unordered_map<std::uint64_t, std::size_t> open_sends;
    std::vector<ForeignCancel> foreign_cancels;
    std::vector<CollectivePart> foreign_ends;
    Range collectives;
  };
  std::vector<Unlinked> unlinked_;
  ScratchTable<CollectivePart> unlinked_parts_;
  std::mutex mutex_;  // guards is_matched_
  bool is_matched_ = false;
};

}  // namespace tarry::event_library
