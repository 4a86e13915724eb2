// SPDX-License-Identifier: BSD-3-Clause
// The longest chain of activities without waiting: from the last process to enter MPI_Finalize
// backwards, at every wait over to what caused it. Definition: docs/definitions.md, "Critical
// path".
#pragma once

#include <vector>

#include "analysis/delay/propagation.h"

namespace tarry::analysis {

// A part of the path on one location, between two of its synchronisation points by order.
struct PathSegment {
  static constexpr std::uint32_t kOpen = 0xFFFFFFFFu;

  model::LocationIndex location;
  std::uint32_t begin = kOpen;  // a wait, which is not on the path; kOpen: MPI_Init, or the begin
  std::uint32_t end = kOpen;    // kOpen: the end of the location
};

// From `last` (its location and end) to the begin. `waits` by location and order; the path goes
// past waits that none of `pairs` is for.
std::vector<PathSegment> critical_path(const std::pmr::vector<WaitNode>& waits,
                                       const std::pmr::vector<DelayPair>& pairs,
                                       std::size_t locations, const PathSegment& last);

}  // namespace tarry::analysis
