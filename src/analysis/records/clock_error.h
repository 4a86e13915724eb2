// SPDX-License-Identifier: BSD-3-Clause
// By how much the clocks of a trace contradict each other: the longest time by which a message was
// received before it was sent, or an operation left before the last one it waits for entered. The
// clocks are off by at least so much, so a wait that is not longer may be none.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/ticks.h"

namespace tarry::analysis {

struct ClockError {
  base::Ticks most{0};
  std::uint64_t contradictions = 0;  // messages, and parts in operations

  void add(base::Ticks by) {
    most = std::max(most, by);
    ++contradictions;
  }
  void add(const ClockError& other) {
    most = std::max(most, other.most);
    contradictions += other.contradictions;
  }
};

}  // namespace tarry::analysis
