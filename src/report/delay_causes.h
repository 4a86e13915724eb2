// SPDX-License-Identifier: BSD-3-Clause
// Causes of waiting: the call paths with the largest delay costs.
#pragma once

#include <string>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::report {

// Returns the metric of the proportional cost model, or of the other one if the report has only
// that; !valid() if it has neither.
model::MetricId cost_metric(const model::SeverityCube& cube);

struct DelayCause {
  model::CallPathId callpath;
  double cost = 0.0;  // in seconds, over all ranks
};

// Returns at most five causes, largest first, each with at least one per cent of the time.
std::vector<DelayCause> delay_causes(const model::SeverityCube& cube);

// Returns these where they stand in for findings: in a report that has none, and is no difference.
std::vector<DelayCause> causes_without_findings(const model::SeverityCube& cube);

// Returns text like "main/solve/relax on rank 3".
std::string place_of(const model::SeverityCube& cube, const DelayCause& cause);

// Returns a sentence that follows waiting_summary() and names the largest cause, or an empty text
// if there is none.
std::string cause_summary(const model::SeverityCube& cube);

}  // namespace tarry::report
