// SPDX-License-Identifier: BSD-3-Clause
// Early Reduce: the root of an n-to-1 operation waits for the latest member that has data to send.
// Definition: docs/definitions.md, "Collective waits".
//
//   root    ──█Reduce········█──   waits until the latest sender begins
//   sender  ────────────█Reduce█──
#pragma once

#include "analysis/patterns/collective.h"

namespace tarry::analysis {

void early_reduce(CollectiveInstance& instance);

}  // namespace tarry::analysis
