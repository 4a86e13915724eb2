// SPDX-License-Identifier: BSD-3-Clause
// A replay from the trace to its figures: one process for each rank of the trace.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "compressed/model/trace.h"
#include "compressed/replay/counts.h"
#include "compressed/replay/message_passing.h"
#include "compressed/replay/settings.h"
#include "workers/transport.h"

namespace tarry::replay {

// Summed over all processes.
struct Outcome {
  SiteCounts recorded, replayed;
  // Run time from MPI_Init to MPI_Finalize, averaged over the processes.
  double recorded_s = 0, replayed_s = 0;
  bool follows_senders = false;       // peers were drawn
  bool draws_sizes = false;           // of messages: more or fewer bytes than recorded
  CallCounts followed;                // receives of such a replay, which belong to no call
  std::uint64_t of_another_size = 0;  // of those
  std::uint64_t left_out = 0;         // messages that only one side has recorded, by both sides
  std::set<std::string> unsupported;  // what was skipped
};

// What ends all processes when one hangs: called with its reason, by a thread of its own.
using GiveUp = std::function<void(const std::string&)>;

// Collective over `transport`, connected by the MPI of `mpi`. Says before it starts what it cannot
// do; the same Error for all.
base::Result<Outcome> replay(const compressed::Trace& trace, const Settings& settings,
                             workers::Transport& transport, MessagePassing& mpi,
                             const GiveUp& give_up);

}  // namespace tarry::replay
