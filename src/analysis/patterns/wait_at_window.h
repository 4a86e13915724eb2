// SPDX-License-Identifier: BSD-3-Clause
// Wait at Window Create, Window Free and Fence: collective calls on a window in which all members
// have begun before the first has ended. Definition: docs/definitions.md, "One-sided waits".
//
//   member  ──█wait····|work|completion█──   wait until the last member begins; completion after
//                      ^last begin ^first end the first member has ended
#pragma once

#include "analysis/patterns/collective.h"

namespace tarry::analysis {

// Leaves the members as they are if they did not meet.
void wait_at_window(CollectiveInstance& instance);

}  // namespace tarry::analysis
