// SPDX-License-Identifier: BSD-3-Clause
// The times of a class of ranks in all base traces, by event and by the call before it.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/extrapolate/class_calls.h"
#include "compressed/extrapolate/fit_rank_law.h"
#include "compressed/fit/histogram_fit.h"

namespace tarry::compressed {

struct ObservedPath {
  std::uint32_t event = 0;            // aligned event
  SiteId predecessor;                 // common site; !valid() for the first call of a rank
  std::vector<ObservedTimes> before;  // by base trace that has the path
  std::vector<ObservedTimes> duration;
  std::vector<LoadProfile> profiles;  // the same times by rank
};

// Returns the paths by event and predecessor. Traces keep one histogram for ranks whose times are
// alike, so times of other classes may be among those of a class.
std::vector<ObservedPath> observed_paths(ClassCalls& calls);

}  // namespace tarry::compressed
