// SPDX-License-Identifier: BSD-3-Clause
// Makes sure before a replay that no access lies outside of its window, which could destroy any
// memory: only the target knows the size of its part and what a displacement means there.
#pragma once

#include "base/result.h"
#include "compressed/replay/agreement.h"

namespace tarry::replay {

// Returns an Error for an access of `rank` outside of its window.
base::Status check_window_bounds(const compressed::Trace& trace, std::uint32_t rank,
                                 const compressed::Memberships& comms, std::uint64_t seed,
                                 const Agreement& agreed);

}  // namespace tarry::replay
