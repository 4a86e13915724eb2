// SPDX-License-Identifier: BSD-3-Clause
// What a piece of work takes where nothing is wrong with it, of the times that several locations
// take for it. Sources: docs/decisions/037-interventions.md.
#pragma once

#include <cstddef>
#include <span>

namespace tarry::analysis {

struct ReferenceLevel {
  double level = 0.0;
  double spread = 0.0;  // of the locations that are at this level, as a standard deviation
};

// The level of those that are not slow: of two groups that are clearly apart the lower one's
// median, else the median of all. A group counts as normal if it has a third of the locations at
// least. Sorts `times`, which must not be empty.
ReferenceLevel reference_level(std::span<double> times);

// The median of the next group of times clearly below `time`; `time` if there is none. `times`
// ascend.
double level_below(std::span<const double> times, double time);

}  // namespace tarry::analysis
