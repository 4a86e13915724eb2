// SPDX-License-Identifier: BSD-3-Clause
// The metrics that the visits and the time of a region count in, and the metrics that are sums of
// others. They are the same for the analysis of a trace and for a summary made while the program
// runs.
#pragma once

#include <utility>
#include <vector>

#include "model/metric.h"
#include "model/region_class.h"

namespace tarry::model {

// Returns a metric of the catalogue and all metrics above it.
std::vector<MetricId> with_ancestors(MetricId metric);

// Returns the metric of the class and all metrics above it.
const std::vector<MetricId>& time_metrics(RegionClass region_class);

// Returns the counts that a visit of a region adds to, besides `visits`.
const std::vector<MetricId>& visit_metrics(const RegionKind& kind);

// Returns the metrics that are nothing but the sum of others, with these. A metric comes before the
// sums that it is a part of.
const std::vector<std::pair<MetricId, std::vector<MetricId>>>& sum_metrics();

}  // namespace tarry::model
