// SPDX-License-Identifier: BSD-3-Clause
// The choice of wait states that an analysis looks for. Leaving some out changes no number of the
// others: a call that could have several still has the same one, and waits explain others even if
// their own costs are left out.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/metric.h"

namespace tarry::analysis {

// Returns whether a metric of the catalogue is `top` or one of its parts.
bool is_at_or_below(model::MetricId metric, model::MetricId top);

// Returns the metrics of the patterns that are not wanted, and of their delay costs and classes.
// `only` names wanted patterns, or is empty if all are wanted; `skip` names unwanted ones. A word
// is the name of a metric and stands for all patterns at and below it: "mpi_collective". A pattern
// above a wanted one is kept. The Error of a word that stands for no pattern names the word.
base::Result<std::vector<model::MetricId>> metrics_left_out(const std::vector<std::string>& only,
                                                            const std::vector<std::string>& skip);

// Returns the metrics of cost models other than the wanted one: "proportional", "waitfirst" or
// "both".
std::vector<model::MetricId> cost_metrics_left_out(std::string_view wanted);

}  // namespace tarry::analysis
