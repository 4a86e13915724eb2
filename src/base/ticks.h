// SPDX-License-Identifier: BSD-3-Clause
// Time stays an integer count of clock ticks until it is printed: sums are exact and therefore the
// same for any order, number of threads and number of processes.
#pragma once

#include <compare>
#include <cstdint>

namespace tarry::base {

// A point in time or an amount of time, in ticks of the trace's global clock. It is signed, because
// clock correction may move an event before the first one and amounts are differences.
struct Ticks {
  std::int64_t count = 0;

  friend constexpr auto operator<=>(Ticks, Ticks) = default;
  friend constexpr Ticks operator+(Ticks a, Ticks b) { return {a.count + b.count}; }
  friend constexpr Ticks operator-(Ticks a, Ticks b) { return {a.count - b.count}; }
  constexpr Ticks& operator+=(Ticks b) {
    count += b.count;
    return *this;
  }
  constexpr Ticks& operator-=(Ticks b) {
    count -= b.count;
    return *this;
  }
};

// Returns max(0, t), which is [t]+ in the definitions of metrics.
constexpr Ticks positive_part(Ticks t) { return t.count > 0 ? t : Ticks{0}; }

}  // namespace tarry::base
