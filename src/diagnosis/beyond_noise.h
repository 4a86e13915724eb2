// SPDX-License-Identifier: BSD-3-Clause
// What samples say of one phase is known to one sampling period: by so much ranks seem to differ
// that do not, and the minimum over many ranks that all err is that of the one that errs most.
// Taking a period off wherever ranks differ would say less than is lost, a period for each phase of
// a loop.
//
//   counted |           /
//           |          /         what is below a period is noise, what is above two counts
//           |         /          as it is; in between, so that nothing hangs on a nanosecond,
//           |        |           twice what is above the first
//           +-------/----------
//                  p  2p   seen
#pragma once

#include "diagnosis/time_range.h"

namespace tarry::diagnosis {

// The part of `seen`, of one phase, that counts. Both may be 0. Thread: any.
constexpr Time beyond_noise(Time seen, Time period) {
  return std::min(seen, std::max(Time{0}, 2 * (seen - period)));
}

}  // namespace tarry::diagnosis
