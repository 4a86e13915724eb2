// SPDX-License-Identifier: BSD-3-Clause
// Early Scan: a member of a prefix operation waits for the latest lower-ranked member that has
// data. Definition: docs/definitions.md, "Collective waits".
//
//   rank 0  ─────────█Scan█──
//   rank 1  ──█Scan··█──          waits until rank 0 begins
#pragma once

#include "analysis/patterns/collective.h"

namespace tarry::analysis {

void early_scan(CollectiveInstance& instance);

}  // namespace tarry::analysis
