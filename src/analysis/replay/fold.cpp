// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/replay/fold.h"

#include "model/region_metrics.h"

namespace tarry::analysis {
using model::MetricId;

void fold_times_and_sums(const LocationRecords& records, const model::CallTree& tree,
                         const RegionTable& regions, Cells& cells) {
  const MetricId visits = model::metric("visits");
  for (std::uint32_t n = 0; n < tree.size(); ++n) {
    const CallPathId callpath{n};
    const NodeTotals totals = n < records.nodes.size() ? records.nodes[n] : NodeTotals{};
    const bool touched = totals.visits != 0 || totals.time.count != 0;
    if (!touched && cells.find(callpath) == nullptr) continue;
    const model::RegionKind kind = regions.kinds[tree[callpath].region.index()];
    Cells::Block& block = cells.block(callpath);
    block[visits.index()] += static_cast<std::int64_t>(totals.visits);
    for (const MetricId id : model::time_metrics(kind.region_class))
      block[id.index()] += totals.time.count;
    for (const MetricId id : model::visit_metrics(kind))
      block[id.index()] += static_cast<std::int64_t>(totals.visits);
    for (const auto& [sum, parts] : model::sum_metrics())
      for (const MetricId part : parts) block[sum.index()] += block[part.index()];
  }
}

}  // namespace tarry::analysis
