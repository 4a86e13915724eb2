// SPDX-License-Identifier: BSD-3-Clause
// Values along the call tree: what a call path takes alone, and with all that it calls.
#pragma once

#include <vector>

#include "model/severity_cube.h"

namespace tarry::report {

// Turns the values of a metric, which are inclusive, into exclusive ones: a call path's own value
// is its inclusive value minus those of its children. Negative results of rounding are dropped.
void make_exclusive(model::SeverityCube& cube, model::MetricId metric);

// Returns the inclusive values of a metric by call path; a row without values is empty.
std::vector<std::vector<double>> inclusive_rows(const model::SeverityCube& cube,
                                                model::MetricId metric);

}  // namespace tarry::report
