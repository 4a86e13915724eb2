// SPDX-License-Identifier: BSD-3-Clause
// The times of one phase are known to one sampling period only. Equal ranks therefore seem to
// differ by that much, and the minimum over many ranks is that of the rank with the largest error.
// Subtracting a period wherever ranks differ would under-report the loss by a period for each phase
// of a loop.
//
//   counted |           /
//           |          /         A difference below one period is noise, and one above two
//           |         /          periods counts as it is. In between, twice the part above one
//           |        |           period counts, so that nothing depends on a nanosecond.
//           +-------/----------
//                  p  2p   seen
#pragma once

#include "diagnosis/evidence/time_range.h"

namespace tarry::diagnosis {

// Returns the part that counts of a difference `seen` in one phase. Both arguments may be 0.
// Thread: any.
constexpr Time beyond_noise(Time seen, Time period) {
  return std::min(seen, std::max(Time{0}, 2 * (seen - period)));
}

}  // namespace tarry::diagnosis
