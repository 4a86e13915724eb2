// SPDX-License-Identifier: BSD-3-Clause
// Which metrics the visits and the time of a region count in, and which are sums of others: the
// same for the analysis of a trace and for a summary made while the program runs.
#pragma once

#include <utility>
#include <vector>

#include "model/metric.h"
#include "model/region_class.h"

namespace tarry::model {

// A metric of the catalogue and all above it.
std::vector<MetricId> with_ancestors(MetricId metric);

// The metric of the class and all above it.
const std::vector<MetricId>& time_metrics(RegionClass region_class);

// The counts that a visit of a region is, besides `visits`.
const std::vector<MetricId>& visit_metrics(const RegionKind& kind);

// Metrics that are nothing but the sum of others, these before those that are sums of them.
const std::vector<std::pair<MetricId, std::vector<MetricId>>>& sum_metrics();

}  // namespace tarry::model
