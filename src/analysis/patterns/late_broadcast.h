// SPDX-License-Identifier: BSD-3-Clause
// Late Broadcast: receivers of a 1-to-n operation wait for a root that begins later. Source:
// definitions 1.4; trace-patterns 2.5.
//
//   root      ─────────█Bcast█──
//   receiver  ──█Bcast·█──         waits until the root begins
#pragma once

#include "analysis/patterns/collective.h"

namespace tarry::analysis {

void late_broadcast(CollectiveInstance& instance);

}  // namespace tarry::analysis
