// SPDX-License-Identifier: BSD-3-Clause
// Overlap in Alltoallv and Alltoallw: the most that a member may have waited for others there. The
// trace does not say who sends to whom, so the wait at N x N is a bound, and no wait state: it
// neither has a cause nor makes the operation a synchronization point. Definition:
// docs/definitions.md, "Collective waits".
//
//   member  ──█Alltoallv····██──      may wait until the latest member begins
//   latest  ────────────────█Alltoallv█──
#pragma once

#include "analysis/patterns/collective.h"

namespace tarry::analysis {

void alltoallv_overlap(CollectiveInstance& instance);

}  // namespace tarry::analysis
