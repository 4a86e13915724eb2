// SPDX-License-Identifier: BSD-3-Clause
// Before a replay its processes make sure that every call has its counterparts, and exchange what
// they must know of each other to make their calls.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "base/result.h"
#include "compressed/replay/collective_plan.h"
#include "compressed/replay/survey.h"
#include "workers/transport.h"

namespace tarry::replay {

struct Agreement {
  // Number of messages to replay on channels whose two sides have recorded different numbers. On
  // all other channels every message is replayed.
  std::map<Channel, std::uint64_t> sends, receives;
  std::uint64_t left_out = 0;  // messages that this process therefore neither sends nor receives
  std::vector<KnownTotals> known;  // by number of the communicator
  // The parts of the windows that are replayed, by number of the communicator, by member, in order.
  std::vector<std::vector<std::vector<WindowPart>>> windows;
  std::vector<bool> uses;  // whether any member uses it, by number of the communicator
  // Time of the recording from MPI_Init to MPI_Finalize: the average over the processes, which is
  // exact, and the longest, which is not because ranks share histograms.
  double average_ns = 0, longest_ns = 0;
  std::uint64_t send_room = 0, receive_room = 0;
};

// Collective over `transport`, whose ranks are those of the trace. Returns an Error, the same for
// all, if members of a communicator have recorded different operations on it.
base::Result<Agreement> agree_on(const Survey& own, const compressed::Memberships& comms,
                                 bool probabilistic, workers::Transport& transport);

}  // namespace tarry::replay
