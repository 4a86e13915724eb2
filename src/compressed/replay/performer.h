// SPDX-License-Identifier: BSD-3-Clause
// Makes the calls of a replay and counts what they really moved. It is the common part of both
// kinds of replay (recorded_replay.h, send_driven_replay.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "compressed/model/cursor.h"
#include "compressed/model/membership.h"
#include "compressed/model/trace.h"
#include "compressed/replay/agreement.h"
#include "compressed/replay/call_role.h"
#include "compressed/replay/collective_plan.h"
#include "compressed/replay/counts.h"
#include "compressed/replay/destinations.h"
#include "compressed/replay/message_passing.h"
#include "compressed/replay/settings.h"
#include "compressed/replay/time_draw.h"
#include "compressed/replay/time_line.h"
#include "compressed/replay/watch.h"

namespace tarry::replay {

// Everything that a replay of one process works with; all of it outlives the replay.
struct Stage {
  const compressed::Trace& trace;
  std::uint32_t rank;
  const Settings& settings;
  const compressed::Memberships& comms;
  const Agreement& agreed;
  MessagePassing& mpi;
  Clock& clock;
  Watch& watch;
  CommNumber world = 0;  // communicator of all processes for our own messages, if peers are drawn
  // The destinations of the processes that may send to this one; nullptr if peers are not drawn.
  const std::map<std::uint32_t, Destinations>* senders = nullptr;
};

// The result of a process.
struct Performance {
  SiteCounts replayed;
  CallCounts followed;  // messages received by following their senders
  // Number of followed messages whose size differs; 0 unless there is an error.
  std::uint64_t of_another_size = 0;
};

// How a replay treats a site.
struct Function {
  CallRole role;
  SendMode mode;
  std::optional<model::MpiFunction> number;
};

// Thread: one.
class Performer {
 public:
  explicit Performer(const Stage& stage);

  [[nodiscard]] const Function& function(compressed::SiteId site) const {
    return functions_[site.index()];
  }
  // Returns the number that MessagePassing uses for a process' communicator.
  [[nodiscard]] CommNumber comm(std::int64_t number) const {
    return made_[static_cast<std::size_t>(number)];
  }
  [[nodiscard]] const compressed::Membership& members(std::int64_t number) const {
    return stage_.comms[static_cast<std::size_t>(number)];
  }
  [[nodiscard]] std::uint64_t scaled(std::int64_t bytes) const {
    return scaled_bytes(static_cast<std::uint64_t>(bytes), stage_.settings.bytes_factor);
  }

  // Draws how long the computation before the next call and the call itself took.
  TimeDraw::Drawn draw(const compressed::CursorCall& call) {
    return times_.next(call.event, call.predecessor);
  }
  // Computes that long and begins the call.
  void begin(const compressed::CursorCall& call, const TimeDraw::Drawn& drawn);
  // Ends the call; `counts` says what it moved. If `made` is false, nothing was called.
  void end(compressed::SiteId site, const CallCounts& counts, bool made);

  void collective(const compressed::Action& action, CallCounts& counts);
  Request start_collective(const compressed::Action& action, CallCounts& counts);

  // Follows the last call: the process waits until `finish` has returned.
  template <class Finish>
  void finish(Finish finish) {
    stage_.watch.enter(static_cast<std::uint32_t>(stage_.trace.sites.size()));
    finish();
    stage_.watch.leave();
  }

  SiteCounts take_counts() { return std::move(counts_); }

 private:
  CollectiveShape next_shape(const compressed::Action& action, CallCounts& counts);

  const Stage& stage_;
  std::vector<Function> functions_;
  std::vector<CommNumber> made_;  // by number of the process' communicator
  CollectivePlan plan_;
  TimeDraw times_;
  TimeLine line_;
  SiteCounts counts_;
  std::int64_t begun_ = 0;
};

}  // namespace tarry::replay
