// SPDX-License-Identifier: BSD-3-Clause
// The time of a piece of work where nothing is wrong with it, derived from the times that several
// locations take for it. Source: docs/decisions/037-interventions.md.
#pragma once

#include <cstddef>
#include <span>

namespace tarry::analysis {

struct ReferenceLevel {
  double level = 0.0;
  double spread = 0.0;  // standard deviation of the locations at this level
};

// Returns the level of the locations that are not slow. If there are two groups that are clearly
// apart, it is the median of the lower one, else the median of all. A group counts as normal if it
// has at least a third of the locations. Sorts `times`, which must not be empty.
ReferenceLevel reference_level(std::span<double> times);

// Returns the median of the next group of times that is clearly below `time`, or `time` if there is
// none. `times` ascend.
double level_below(std::span<const double> times, double time);

}  // namespace tarry::analysis
