// SPDX-License-Identifier: BSD-3-Clause
// The bins of time. A bin of shift s is 2^s ticks long and begins at a multiple of that since the
// begin of the trace, so each is made of exactly two of the next smaller shift, on every line.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/ticks.h"

namespace tarry::timeline {

using base::Ticks;

struct TimeGrid {
  std::int64_t begin = 0;   // ticks of the trace
  std::int64_t length = 0;  // the latest event minus `begin`

  // The part of a trace that the timeline shows lies between 0 and end().
  [[nodiscard]] std::int64_t since_begin(Ticks time) const {
    return std::clamp<std::int64_t>(time.count - begin, 0, length);
  }
  [[nodiscard]] std::int64_t end() const { return length + 1; }

  // Returns how many bins cover the trace.
  [[nodiscard]] std::int64_t bins(unsigned shift) const { return (length >> shift) + 1; }
  // Returns the smallest shift with no more bins than `most`.
  [[nodiscard]] unsigned shift_for(std::int64_t most) const {
    unsigned shift = 0;
    while (bins(shift) > std::max<std::int64_t>(most, 1)) ++shift;
    return shift;
  }
  // Returns the shift at which one bin covers the trace.
  [[nodiscard]] unsigned largest_shift() const { return shift_for(1); }
};

// No trace is longer: differences of times stay within 64 bits.
inline constexpr std::int64_t kLongestTrace = std::int64_t{1} << 60;

}  // namespace tarry::timeline
