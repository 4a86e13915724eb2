// SPDX-License-Identifier: BSD-3-Clause
// Goes through the events of one location once and keeps what the index needs of them: bookmarks
// with the state there, and the parts of compound events.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "event_library/compounds.h"
#include "event_library/event_maker.h"
#include "event_library/open_regions.h"

namespace tarry::event_library {

// A place to read from, and what is open there.
struct Bookmark {
  std::uint64_t number = 0;  // of the event behind it
  std::int64_t time = 0;     // of the event before it
  bool has_place = false;    // else events must be read from an earlier one
  model::EventPlace place;
  OpenRegions regions;
};

// The end of a request that another thread started.
struct ForeignCancel {
  std::uint64_t request = 0;
  Moment moment;
};

// What one location has, in the order of its events.
struct LocationParts {
  std::uint64_t events = 0;
  std::vector<Bookmark> bookmarks;  // the first one stands before all events
  std::vector<StoredMessage> sends;
  std::vector<StoredReceive> receives;
  std::unordered_map<std::uint64_t, std::size_t>
      open_sends;  // by request: the last that did not end
  std::vector<ForeignCancel> foreign_cancels;
  std::vector<CollectivePart> collectives;   // in order of initiation
  std::vector<CollectivePart> foreign_ends;  // of requests that another thread started
  std::vector<StoredTenure> tenures;
  std::vector<TeamPart> teams;
  model::CallTree paths;
};

class LocationScan final : public EventSink {
 public:
  // At least so many events lie between two bookmarks.
  LocationScan(std::uint32_t rank, std::uint64_t interval);

  void take(std::span<const events::Event> events) override;
  void place(const model::EventPlace& place, std::uint64_t number) override;

  // After the last event.
  LocationParts finish() { return std::move(parts_); }

 private:
  struct OpenFork {
    Moment moment;
    std::size_t team;  // in parts_.teams; kNoTeam: not yet known
  };
  static constexpr std::size_t kNoTeam = ~std::size_t{0};

  void take_one(const events::Event& event);
  void send(const events::Event& event);
  void receive(const events::Event& event);
  void cancel(const events::Event& event);
  CollectivePart& begin_collective(const events::Event& event, bool at_enter);
  void end_collective(const events::Event& event);
  void complete_collective(const events::Event& event);
  void release(const events::Event& event);
  void begin_team(const events::Event& event);
  void end_team(const events::Event& event);
  void join(const events::Event& event);
  void add_bookmark(std::uint64_t number, const model::EventPlace* place);

  const std::uint32_t rank_;
  const std::uint64_t interval_;
  LocationParts parts_;
  OpenRegions open_;
  std::int64_t now_ = 0;
  std::optional<std::size_t> begun_;                            // in parts_.collectives
  std::unordered_map<std::uint64_t, std::size_t> collectives_;  // by request
  std::vector<std::size_t> held_;                               // in parts_.tenures
  std::vector<std::size_t> open_teams_;                         // in parts_.teams
  std::vector<OpenFork> forks_;
  std::unordered_map<std::uint32_t, std::uint32_t> team_begins_;  // number of them, by team
};

}  // namespace tarry::event_library
