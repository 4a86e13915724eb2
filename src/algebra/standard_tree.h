// SPDX-License-Identifier: BSD-3-Clause
// Gives a report of another tool the metric tree of our catalogue: its time is divided by what the
// regions of call paths are, and its wait states get their places below. Source:
// docs/definitions.md, "Time classes"; the same job as that of cube_remap2 with the specification
// of Scalasca.
#pragma once

#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::algebra {

// Metrics that the report has keep their values. Metrics of the catalogue that it lacks and that
// are classes of time, or sums of them, are computed from `time`; others do not appear. Metrics
// that are not in the catalogue, or no times, stay as they are. Findings are kept. Returns an Error
// for a report without `time`, and for a difference.
base::Result<model::SeverityCube> with_standard_tree(const model::SeverityCube& report);

}  // namespace tarry::algebra
