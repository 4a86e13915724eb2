// SPDX-License-Identifier: BSD-3-Clause
// The statistics of single waits in a cube, from what all workers have counted (decision 070).
#pragma once

#include <vector>

#include "analysis/records/share.h"
#include "model/definitions.h"
#include "model/severity_cube.h"

namespace tarry::analysis {

// `callpaths` are those of the cube, by share and node of its tree; `begin` is that of the trace.
// Wait states that the cube lacks are left out. Notes in cube and anomalies which waits may be
// none.
void add_wait_statistics(const std::vector<Share>& shares,
                         const std::vector<std::vector<model::CallPathId>>& callpaths,
                         const model::Definitions& definitions, model::Ticks begin,
                         double seconds_per_tick, model::Anomalies& anomalies,
                         model::SeverityCube& cube);

}  // namespace tarry::analysis
