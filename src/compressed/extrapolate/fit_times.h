// SPDX-License-Identifier: BSD-3-Clause
// The times of a class of ranks at one place of the program as functions of the number of ranks and
// of the place of a rank.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/extrapolate/class_times.h"
#include "compressed/extrapolate/formula_trace.h"

namespace tarry::compressed {

TimesFormula fit_times(const ObservedPath& path);

// Returns the times of `ranks` of a grid, which make `calls` calls each: one entry for each group
// of ranks that share them, by level. Empty if the formula has none. Thread: any.
std::vector<EventTimes> times_of(const TimesFormula& formula, const Grid& grid,
                                 const RankSet& ranks, std::uint64_t calls);

}  // namespace tarry::compressed
