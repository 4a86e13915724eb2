// SPDX-License-Identifier: BSD-3-Clause
// How a user chooses among the wait states that an analysis looks for. Leaving one out changes no
// number of the others: a call that could have several still has the one it would have had, and
// waits explain others though their own costs are not told.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/metric.h"

namespace tarry::analysis {

// The metrics of the patterns that are not wanted, and those of their delay costs and classes.
// `only`: those wanted, all if empty; `skip`: those not wanted. A word names a metric and stands
// for all patterns at and below it: "mpi_collective". A pattern above a wanted one is kept. An
// Error names the word that stands for none.
base::Result<std::vector<model::MetricId>> metrics_left_out(const std::vector<std::string>& only,
                                                            const std::vector<std::string>& skip);

// Those of the cost models that are not wanted: of "proportional", "waitfirst" or "both".
std::vector<model::MetricId> cost_metrics_left_out(std::string_view wanted);

}  // namespace tarry::analysis
