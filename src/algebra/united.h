// SPDX-License-Identifier: BSD-3-Clause
// Unites the metrics, call paths and locations of several reports, so that each cell of one has its
// place beside those of the others. Source: M. Geimer et al., "The SCALASCA performance toolset
// architecture", section 6 (the report algebra). docs/decisions/066-report-algebra.md
#pragma once

#include <span>
#include <vector>

#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::algebra {

// Where the parts of a report are in the united one, by their numbers in the report.
struct Placement {
  std::vector<model::MetricId> metrics;
  std::vector<model::CallPathId> callpaths;
  std::vector<model::LocationIndex> locations;
};

struct United {
  model::SeverityCube cube;           // without values, findings and warnings
  std::vector<Placement> placements;  // by report
};

// A metric is the same by its id, a call path by its caller, region and call site, a location by
// rank and thread. Where reports describe the same thing differently, the first one counts. Returns
// an Error if a metric has two units. `reports` is not empty.
base::Result<United> unite(std::span<const model::SeverityCube* const> reports);

}  // namespace tarry::algebra
