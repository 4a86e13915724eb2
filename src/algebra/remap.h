// SPDX-License-Identifier: BSD-3-Clause
// Gives a report another metric tree: metrics of the former one, and sums of them. Only sums are
// made, because values of call paths and ranks are added up wherever a report is read. Source:
// cube_remap2 of the Cube tools. docs/formats/remap.md
#pragma once

#include "algebra/remap_specification.h"
#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::algebra {

// Findings are left out. A warning of the result names metrics that are less than those below them.
// Returns an Error if the report lacks a metric, or metrics of several units are added up or stand
// below each other.
base::Result<model::SeverityCube> remap(const model::SeverityCube& report,
                                        const RemapSpecification& specification);

}  // namespace tarry::algebra
