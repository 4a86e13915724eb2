// SPDX-License-Identifier: BSD-3-Clause
// Makes metrics of a cube from what declared patterns have found.
#pragma once

#include <vector>

#include "analysis/declared/pattern.h"
#include "analysis/records/share.h"
#include "model/severity_cube.h"

namespace tarry::analysis {

// `callpaths` are those of the cube, by share and node of its tree. The cube still has the whole
// catalogue, so that its ids are those of parents.
void add_pattern_metrics(const declared::PatternSet& patterns, const std::vector<Share>& shares,
                         const std::vector<std::vector<model::CallPathId>>& callpaths,
                         double seconds_per_tick, model::SeverityCube& cube);

// Adds a warning for each pattern that is more than its parent somewhere, or overlaps with another
// part of it, because a metric must contain its parts and these must not overlap.
void warn_of_overlaps(const declared::PatternSet& patterns, double seconds_per_tick,
                      model::SeverityCube& cube);

}  // namespace tarry::analysis
