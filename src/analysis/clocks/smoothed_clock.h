// SPDX-License-Identifier: BSD-3-Clause
// Where a clock was set forward, the time before goes faster instead: by 1/1000, if the events of
// other processes allow it. A clock that is off at an event was off before.
// Source: backward amortization, docs/decisions/087-clock-correction.md.
#pragma once

#include <span>

#include "analysis/clocks/forward_clock.h"
#include "clocks/time_map.h"

namespace tarry::analysis {

// Returns a map that shifts no event less than the clock, and those of `limits` by no more than
// their shifts, which must not be less than those of the clock. Limits come in any order.
clocks::TimeMap smoothed(const ForwardClock& clock, std::span<const ForwardClock::Point> limits);

}  // namespace tarry::analysis
