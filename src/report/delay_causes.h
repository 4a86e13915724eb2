// SPDX-License-Identifier: BSD-3-Clause
// What makes others wait: the call paths with the largest delay costs.
#pragma once

#include <string>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::report {

// Of the proportional cost model; of the other one if the report has only that; !valid() if it has
// none.
model::MetricId cost_metric(const model::SeverityCube& cube);

struct DelayCause {
  model::CallPathId callpath;
  double cost = 0.0;  // seconds, all ranks together
};

// At most five, largest first; none below one per cent of the time.
std::vector<DelayCause> delay_causes(const model::SeverityCube& cube);

// "main/solve/relax on rank 3"
std::string place_of(const model::SeverityCube& cube, const DelayCause& cause);

// One sentence that follows waiting_summary(): what causes the largest part. Empty if nothing does.
std::string cause_summary(const model::SeverityCube& cube);

}  // namespace tarry::report
