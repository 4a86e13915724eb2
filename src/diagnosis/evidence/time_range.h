// SPDX-License-Identifier: BSD-3-Clause
// A border in time. Samples tell that something began or ended between two moments, so a border is
// a range. All sums use its middle as the estimate. Neighbors share a border, so the estimates of
// children add up to that of their parent.
#pragma once

#include <algorithm>
#include <chrono>

#include "samples/samples.h"

namespace tarry::diagnosis {

using samples::Time;

constexpr double seconds_of(Time time) { return std::chrono::duration<double>(time).count(); }

struct TimeRange {
  Time low{0};
  Time high{0};

  [[nodiscard]] constexpr Time middle() const { return low + (high - low) / 2; }
  [[nodiscard]] constexpr Time width() const { return high - low; }
  [[nodiscard]] constexpr TimeRange shifted(Time by) const { return {low + by, high + by}; }

  friend constexpr auto operator<=>(const TimeRange&, const TimeRange&) = default;
};

// Returns the shortest and the longest time from a moment in `begin` to one in `end`.
constexpr TimeRange duration_between(TimeRange begin, TimeRange end) {
  return {std::max(Time{0}, end.low - begin.high), std::max(Time{0}, end.high - begin.low)};
}

// Returns the certain difference of two durations, which is 0 if they overlap.
constexpr Time gap_between(TimeRange a, TimeRange b) {
  return std::max({Time{0}, a.low - b.high, b.low - a.high});
}

// Returns a range with the same middle that is at most `width` wide.
constexpr TimeRange narrowed(TimeRange range, Time width) {
  if (range.width() <= width) return range;
  return {range.middle() - width / 2, range.middle() - width / 2 + width};
}

}  // namespace tarry::diagnosis
