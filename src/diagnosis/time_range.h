// SPDX-License-Identifier: BSD-3-Clause
// Samples say that something began or ended between two moments, not when. Such a border is a
// range; its middle is the estimate that all sums use. Neighbours share a border, so estimates of
// children add up to that of their parent.
#pragma once

#include <algorithm>

#include "samples/samples.h"

namespace tarry::diagnosis {

using samples::Time;

struct TimeRange {
  Time low{0};
  Time high{0};

  [[nodiscard]] constexpr Time middle() const { return low + (high - low) / 2; }
  [[nodiscard]] constexpr Time width() const { return high - low; }
  [[nodiscard]] constexpr TimeRange shifted(Time by) const { return {low + by, high + by}; }

  friend constexpr auto operator<=>(const TimeRange&, const TimeRange&) = default;
};

// Shortest and longest time from a moment in `begin` to one in `end`.
constexpr TimeRange duration_between(TimeRange begin, TimeRange end) {
  return {std::max(Time{0}, end.low - begin.high), std::max(Time{0}, end.high - begin.low)};
}

// What is surely between two durations: 0 if they overlap.
constexpr Time gap_between(TimeRange a, TimeRange b) {
  return std::max({Time{0}, a.low - b.high, b.low - a.high});
}

// The same middle, not wider than `width`.
constexpr TimeRange narrowed(TimeRange range, Time width) {
  if (range.width() <= width) return range;
  return {range.middle() - width / 2, range.middle() - width / 2 + width};
}

}  // namespace tarry::diagnosis
