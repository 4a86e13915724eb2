// SPDX-License-Identifier: BSD-3-Clause
// Finds the metric that counts the waits of a channel of delay costs.
#pragma once

#include <vector>

#include "analysis/delay/cost_model.h"
#include "analysis/records/location_records.h"
#include "analysis/regions/region_table.h"
#include "model/call_tree.h"
#include "model/metric.h"
#include "model/region_class.h"

namespace tarry::analysis {

// `region`: that waits.
model::MetricId wait_metric(DelayChannel channel, const model::RegionKind& region);

// The waits of patterns that the user left out. Like all waits, they end intervals and explain
// other waits. However, their own costs, classes and findings are not reported. No number of
// another pattern changes thereby.
class LeftOutWaits {
 public:
  // `metrics` may contain metrics other than waits. `regions` and `tree`, of this worker, must
  // outlive it.
  LeftOutWaits(const std::vector<model::MetricId>& metrics, const RegionTable& regions,
               const model::CallTree& tree);

  [[nodiscard]] bool contains(DelayChannel channel, CallPathId callpath) const;

 private:
  const RegionTable& regions_;
  const model::CallTree& tree_;
  std::vector<model::MetricId> metrics_;
};

}  // namespace tarry::analysis
