// SPDX-License-Identifier: BSD-3-Clause
// Puts the workers' shares together: one call tree, one cube in seconds. Shares are taken in the
// order of their locations, so the result does not depend on how many there are.
#pragma once

#include <optional>
#include <vector>

#include "analysis/analyze.h"
#include "analysis/records/share.h"
#include "analysis/regions/region_table.h"
#include "model/severity_cube.h"
#include "model/trace_source.h"

namespace tarry::analysis {

// Of the catalogue, the cube lacks the metrics that `options` leave out. Call paths of `prospect`,
// if there is one, become those of the cube.
model::SeverityCube assemble_cube(const model::TraceSource& source, const RegionTable& regions,
                                  const std::vector<Share>& shares, const Options& options,
                                  std::optional<model::Prospect>& prospect);

}  // namespace tarry::analysis
