// SPDX-License-Identifier: BSD-3-Clause
// Metrics that follow from others of the same cube, over all locations: what the critical path has
// more than others, what that costs, and how evenly computation is spread. Definitions:
// docs/definitions.md, "Critical path", "Performance impact" and "Imbalance".
#pragma once

#include "model/severity_cube.h"

namespace tarry::analysis {

// Needs times, waits and the critical path of a whole trace; leaves out what the cube has no metric
// for.
void add_derived_metrics(model::SeverityCube& cube);

}  // namespace tarry::analysis
