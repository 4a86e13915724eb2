// SPDX-License-Identifier: BSD-3-Clause
// Carries out a replay from the trace to its figures, with one process for each rank of the trace.
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

// The results, summed over all processes.
struct Outcome {
  SiteCounts recorded, replayed;
  // Time from MPI_Init to MPI_Finalize, averaged over the processes.
  double recorded_s = 0, replayed_s = 0;
  bool follows_senders = false;  // true if peers were drawn
  // True if sizes of messages were drawn: more or fewer bytes than recorded.
  bool draws_sizes = false;
  CallCounts followed;                // receives of such a replay, which belong to no call
  std::uint64_t of_another_size = 0;  // number of followed messages whose size differs
  std::uint64_t left_out = 0;  // messages that only one side has recorded, counted on both sides
  std::set<std::string> unsupported;  // names of skipped calls
};

// Ends all processes when one hangs. A separate thread calls it with the reason.
using GiveUp = std::function<void(const std::string&)>;

// Collective over `transport`, which is connected by the MPI of `mpi`. Checks before the start
// whether everything can be replayed; an Error is the same for all.
base::Result<Outcome> replay(const compressed::Trace& trace, const Settings& settings,
                             workers::Transport& transport, MessagePassing& mpi,
                             const GiveUp& give_up);

}  // namespace tarry::replay
