// SPDX-License-Identifier: BSD-3-Clause
// Who waits for whom when no rank can go on.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "compressed/generate/progress.h"
#include "compressed/generate/run_state.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// Ranks that wait for each other, or a chain of ranks to one that has ended.
struct WaitingChain {
  std::vector<WaitingRank> ranks;
  bool is_cycle = false;
};

// Follows who waits for whom from the first rank that waits. Time is linear in the number of ranks.
WaitingChain waiting_chain(const Trace& trace, const std::deque<RankState>& states);

// Returns whether something can never come: its message from a rank that has ended, or a collective
// operation of one.
bool is_hopeless(const Request& request, const std::deque<RankState>& states);

}  // namespace tarry::compressed
