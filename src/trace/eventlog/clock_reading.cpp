// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/clock_reading.h"

#include <limits>

namespace tarry::trace::eventlog {

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

double ns_per_tick(const ClockReading& begin, const ClockReading& end) {
  const std::uint64_t ticks = end.ticks - begin.ticks;
  const std::uint64_t ns = end.monotonic_ns - begin.monotonic_ns;
  return ticks == 0 ? 0.0 : static_cast<double>(ns) / static_cast<double>(ticks);
}

}  // namespace tarry::trace::eventlog
