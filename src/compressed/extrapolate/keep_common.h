// SPDX-License-Identifier: BSD-3-Clause
// The second level of lossy extrapolation: of the calls of the ranks of one class, those stay that
// all of them make, in one order. Calls are compared one by one, in loops as well, so of loops with
// other numbers of iterations the common number stays.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 3.2.4, which compares loops as
// units, weighted with their calls. These are our completions: classes are those of the grid that
// loses least; a collective operation goes for all its members.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "compressed/extrapolate/extrapolate.h"
#include "compressed/extrapolate/leave_out.h"
#include "compressed/extrapolate/topology.h"

namespace tarry::compressed {

inline constexpr std::string_view kNotShared = "which not all ranks with their place share";

// Returns the grids in which the ranks of the classes share most calls, with at most one rank of
// its own at each border. A grid with more classes counts if its middle shares a tenth of its calls
// more, since it is the middle that grows. Returns an Error if no grid has a middle. Thread: any.
base::Result<Topology> least_lossy_topology(const std::vector<BaseTrace>& bases);

// Pairs of calls that may be compared in one trace, which takes some seconds.
inline constexpr std::uint64_t kMostComparisons = 4'000'000'000;

// Returns what is left of the traces, in their order. Returns an Error if no grid has a middle, or
// the ranks of a trace differ in so many calls that finding the common ones takes more comparisons
// (align.h). Thread: any.
base::Result<std::vector<FilteredTrace>> keep_common(
    const std::vector<BaseTrace>& bases, std::uint64_t most_comparisons = kMostComparisons);

}  // namespace tarry::compressed
