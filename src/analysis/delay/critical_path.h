// SPDX-License-Identifier: BSD-3-Clause
// The longest chain of activities without waiting: from the last process that enters MPI_Finalize
// backwards, changing at every wait to its cause. Definition:
// docs/definitions.md, "Critical path".
#pragma once

#include <vector>

#include "analysis/delay/propagation.h"

namespace tarry::analysis {

// A part of the path on one location, between two of its synchronization points, given by order.
struct PathSegment {
  static constexpr std::uint32_t kOpen = 0xFFFFFFFFu;

  model::LocationIndex location;
  // A wait, which is not on the path; kOpen: MPI_Init or the begin of the location.
  std::uint32_t begin = kOpen;
  std::uint32_t end = kOpen;  // kOpen: the end of the location
};

// Returns the path from `last` (its location and end) back to the begin. `waits` are ordered by
// location and order; the path passes over waits without a pair in `pairs`.
std::vector<PathSegment> critical_path(const std::pmr::vector<WaitNode>& waits,
                                       const std::pmr::vector<DelayPair>& pairs,
                                       std::size_t locations, const PathSegment& last);

}  // namespace tarry::analysis
