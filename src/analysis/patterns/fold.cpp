// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/fold.h"

#include "model/region_metrics.h"

namespace tarry::analysis {
using model::MetricId;

void fold_times_and_sums(const LocationRecords& records, const model::CallTree& tree,
                         const RegionTable& regions, Cells& cells) {
  const MetricId visits = model::metric::visits;
  const MetricId sampled = model::metric::sampled;
  const MetricId accuracy = model::metric::sampled_accuracy;
  const MetricId lost_cores = model::metric::lost_cores;
  const MetricId lost_computing = model::metric::lost_cores_comp;
  const MetricId lost_waking = model::metric::lost_cores_waking;
  for (std::uint32_t n = 0; n < tree.size(); ++n) {
    const CallPathId callpath{n};
    const NodeTotals totals = n < records.nodes.size() ? records.nodes[n] : NodeTotals{};
    const LostCoreTimes lost =
        n < records.lost_cores.size() ? records.lost_cores[n] : LostCoreTimes{};
    const Ticks all_lost = lost.computing + lost.polling + lost.waking;
    const bool touched = totals.visits != 0 || totals.time.count != 0 || all_lost.count != 0;
    if (!touched && cells.find(callpath) == nullptr) continue;
    const model::RegionKind kind = regions.kinds[tree[callpath].region.index()];
    Cells::Block& block = cells.block(callpath);
    block[visits.index()] += static_cast<std::int64_t>(totals.visits);
    block[model::metric::joined_visits.index()] += static_cast<std::int64_t>(totals.joined_visits);
    block[sampled.index()] += totals.sampled.count;
    block[accuracy.index()] += totals.sampled_accuracy.count;
    block[lost_cores.index()] += all_lost.count;
    block[lost_computing.index()] += lost.computing.count;
    block[lost_waking.index()] += lost.waking.count;
    for (const MetricId id : model::time_metrics(kind.region_class))
      block[id.index()] += totals.time.count;
    for (const MetricId id : model::visit_metrics(kind))
      block[id.index()] += static_cast<std::int64_t>(totals.visits);
    if (n < records.rma.file_bytes.size()) {
      const bool is_collective = kind.region_class == model::RegionClass::MpiIoCollective;
      const FileBytes& bytes = records.rma.file_bytes[n];
      block[(is_collective ? model::metric::mpi_file_crbytes : model::metric::mpi_file_irbytes)
                .index()] += static_cast<std::int64_t>(bytes.read);
      block[(is_collective ? model::metric::mpi_file_cwbytes : model::metric::mpi_file_iwbytes)
                .index()] += static_cast<std::int64_t>(bytes.written);
    }
    for (const auto& [sum, parts] : model::sum_metrics())
      for (const MetricId part : parts) block[sum.index()] += block[part.index()];
  }
}

}  // namespace tarry::analysis
