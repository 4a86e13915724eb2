// SPDX-License-Identifier: BSD-3-Clause
// Late Neighbor: a member of an exchange between neighbors waits for the later one of the members
// whose ranks are one below and one above its own. Definition: docs/definitions.md, "Collective
// waits". With B(i) the begin of member i:
//
//   wait(i) = max(B(i - 1), B(i + 1)) - B(i) if that is positive, at most until i ends
//
//   rank 0  ──█Alltoallw·█──        waits until rank 1 begins
//   rank 1  ─────────────█Alltoallw█──
//   rank 2  ────────────────█Alltoallw█──    begins later, but is no neighbor of rank 0
#pragma once

#include "analysis/patterns/collective.h"

namespace tarry::analysis {

void late_neighbor(CollectiveInstance& instance);

}  // namespace tarry::analysis
