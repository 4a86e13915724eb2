// SPDX-License-Identifier: BSD-3-Clause
// Early Fence: the part of Wait at Fence in which others still access the window of the process
// that waits. Definition: docs/definitions.md, "One-sided waits".
//
//   target  ──█Fence···········█──   from its enter until the last operation on it ends
//   origin  ───█Put█──█Put█─█Fence█
//                         ^last_access
#pragma once

#include <algorithm>

#include "model/ids.h"

namespace tarry::analysis {

// `last_access` is the end of the last operation on the process since its previous fence, `end` is
// X of the fence, and `wait` its Wait at Fence.
inline model::Ticks early_fence(model::Ticks last_access, model::Ticks enter, model::Ticks end,
                                model::Ticks wait) {
  const bool is_within = last_access > enter && last_access <= end;
  return is_within ? std::min(last_access - enter, wait) : model::Ticks{};
}

}  // namespace tarry::analysis
