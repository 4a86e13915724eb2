// SPDX-License-Identifier: BSD-3-Clause
// Early Wait: the target of accesses waits until the last process that accesses it completes; Late
// Complete is the part of it after the last access. Definition: docs/definitions.md, "One-sided
// waits".
//
//   target  ──█Post█──█Wait···········█──
//   origin  ──█Start█──█Put█────█Complete█──
//                          ^last_access ^last_complete (its enter)
#pragma once

#include <algorithm>

#include "model/ids.h"

namespace tarry::analysis {

inline model::Ticks early_wait(model::Ticks last_complete, model::Ticks enter, model::Ticks leave) {
  return base::positive_part(std::min(last_complete, leave) - enter);
}

// Returns Late Complete, which is part of Early Wait. `last_access` is the end of the last
// operation on the process in the epoch, or a time before `enter` if there was none.
inline model::Ticks late_complete(model::Ticks last_complete, model::Ticks last_access,
                                  model::Ticks enter, model::Ticks leave) {
  return base::positive_part(std::min(last_complete, leave) - std::max(last_access, enter));
}

}  // namespace tarry::analysis
