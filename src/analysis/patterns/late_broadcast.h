// SPDX-License-Identifier: BSD-3-Clause
// Late Broadcast: receivers of a 1-to-n operation wait for a root that begins later. Definition:
// docs/definitions.md, "Collective waits".
//
//   root      ─────────█Bcast█──
//   receiver  ──█Bcast·█──         waits until the root begins
#pragma once

#include "analysis/patterns/collective.h"

namespace tarry::analysis {

void late_broadcast(CollectiveInstance& instance);

}  // namespace tarry::analysis
