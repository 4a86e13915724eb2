// SPDX-License-Identifier: BSD-3-Clause
// What the processes of a replay settle before it: that none of them will wait for a call that
// nobody makes, and what they must know of each other to make theirs.
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
  // Channels of which the two sides have recorded different numbers of messages: how many are
  // replayed. Of all others all are.
  std::map<Channel, std::uint64_t> sends, receives;
  std::uint64_t left_out = 0;      // messages that this process does not send or receive therefore
  std::vector<KnownTotals> known;  // by number of the communicator
  std::vector<bool> uses;          // whether any member uses it; the same
  // Of the recording, from MPI_Init to MPI_Finalize: the average of the processes,
  // which is exact, and the longest, which is not (ranks share histograms).
  double average_ns = 0, longest_ns = 0;
  std::uint64_t send_room = 0, receive_room = 0;
};

// Collective over `transport`, whose ranks are those of the trace. An Error, the same for all, if
// members of a communicator have recorded different operations on it.
base::Result<Agreement> agree_on(const Survey& own, const compressed::Memberships& comms,
                                 bool probabilistic, workers::Transport& transport);

}  // namespace tarry::replay
