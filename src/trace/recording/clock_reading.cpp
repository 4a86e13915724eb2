// SPDX-License-Identifier: BSD-3-Clause
#include "trace/recording/clock_reading.h"

#include <limits>

namespace tarry::trace::recording {

ClockReading read_clocks(ClockSource source) {
  constexpr int kTries = 8;
  ClockReading best{};
  std::uint64_t best_gap = std::numeric_limits<std::uint64_t>::max();
  for (int i = 0; i < kTries; ++i) {
    const std::uint64_t before = read_ticks(source);
    const std::uint64_t monotonic = nanoseconds(CLOCK_MONOTONIC_RAW);
    const std::uint64_t realtime = nanoseconds(CLOCK_REALTIME);
    const std::uint64_t gap = read_ticks(source) - before;
    if (gap >= best_gap) continue;
    best_gap = gap;
    best = {before + gap / 2, monotonic, realtime};
  }
  return best;
}

}  // namespace tarry::trace::recording
