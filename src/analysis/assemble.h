// SPDX-License-Identifier: BSD-3-Clause
// Puts the workers' shares together: one call tree, one cube in seconds. Shares are taken in the
// order of their locations, so the result does not depend on how many there are.
#pragma once

#include <vector>

#include "analysis/replay/worker.h"
#include "model/severity_cube.h"

namespace tarry::analysis {

model::SeverityCube assemble_cube(const trace::TraceSource& source, const RegionTable& regions,
                                  const std::vector<Share>& shares);

}  // namespace tarry::analysis
