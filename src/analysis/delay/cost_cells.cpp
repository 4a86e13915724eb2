// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/cost_cells.h"

#include <algorithm>
#include <vector>

namespace tarry::analysis {
namespace {

using model::MetricId;
namespace metric = model::metric;

// The costs of the first cost model, by DelayChannel.
constexpr MetricId kShortTerm[] = {
#define TARRY_WAIT_KIND(channel, kind, ...) metric::delay_##kind,
#include "model/wait_kinds.def"
};
constexpr MetricId kLongTerm[] = {
#define TARRY_WAIT_KIND(channel, kind, ...) metric::delay_##kind##_longterm,
#include "model/wait_kinds.def"
};
constexpr ClassIds kClassIds[] = {
#define TARRY_WAIT_KIND(channel, kind, ...)                                                   \
  {metric::wait_direct_##kind, metric::wait_indirect_##kind, metric::wait_propagating_##kind, \
   metric::wait_terminal_##kind},
#include "model/wait_kinds.def"
};
// The classes of Late Sender and Late Receiver waits among those of messages.
constexpr ClassIds kMessageClasses[] = {
    {metric::mpi_wait_direct_latesender, metric::mpi_wait_indirect_latesender,
     metric::mpi_wait_propagating_ls, metric::mpi_wait_terminal_ls},
    {metric::mpi_wait_direct_latereceiver, metric::mpi_wait_indirect_latereceiver,
     metric::mpi_wait_propagating_lr, metric::mpi_wait_terminal_lr}};

constexpr MetricId of_model(MetricId cost, CostModel model) {
  return model == CostModel::WaitFirst ? waits_first(cost) : cost;
}

constexpr ClassIds of_model(const ClassIds& ids, CostModel model) {
  return {of_model(ids.direct, model), of_model(ids.indirect, model),
          of_model(ids.propagating, model), of_model(ids.terminal, model)};
}

// The metrics that the blocks keep, and their places.
struct Layout {
  std::vector<CostCells::Slot> slots;  // by metric, from the first
  std::vector<MetricId> parents;       // by metric, from the first
  std::vector<MetricId> costs;         // metrics that are kept, by slot
  std::vector<MetricId> classes;       // metrics that are kept, by slot

  Layout() {
    const std::size_t first = model::first_cost_metric().index();
    const auto metrics = model::all_metrics().subspan(first);
    std::vector<bool> is_sum(metrics.size()), is_class;
    for (const model::MetricInfo& metric : metrics) {
      const MetricId parent = metric.parent;
      is_class.push_back(parent.valid() ? is_class[parent.index() - first]
                                        : metric.id.starts_with("waitstates_"));
      parents.push_back(parent);
      if (parent.valid()) is_sum[parent.index() - first] = true;
    }
    is_sum[metric::critical_path.index() - first] = false;
    for (std::uint32_t m = 0; m < metrics.size(); ++m) {
      std::vector<MetricId>& kept = is_class[m] ? classes : costs;
      slots.push_back({MetricId{static_cast<std::uint32_t>(kept.size())}, is_class[m]});
      if (!is_sum[m]) kept.emplace_back(static_cast<std::uint32_t>(first + m));
    }
  }
};

const Layout& layout() {
  static const Layout kLayout;
  return kLayout;
}

}  // namespace

void CostTable::add_short(model::CallPathId at, DelayChannel channel, double cost) {
  add(at, of_model(kShortTerm[static_cast<std::size_t>(channel)], model_), cost);
}

void CostTable::add_long(model::CallPathId at, DelayChannel channel, double cost) {
  add(at, of_model(kLongTerm[static_cast<std::size_t>(channel)], model_), cost);
}

void CostTable::add_unattributed(model::CallPathId at, double cost) {
  add(at, of_model(metric::delay_unattributed, model_), cost);
}

void CostTable::add_classified(model::CallPathId at, DelayChannel channel,
                               const ClassifiedWait& wait) {
  add_classified(at, of_model(kClassIds[static_cast<std::size_t>(channel)], model_), wait);
}

void CostTable::add_message_classified(model::CallPathId at, DelayChannel channel,
                                       const ClassifiedWait& wait) {
  add_classified(at, of_model(kMessageClasses[static_cast<std::size_t>(channel)], model_), wait);
}

void CostTable::add_classified(model::CallPathId at, const ClassIds& to,
                               const ClassifiedWait& wait) {
  add(at, to.direct, std::max(0.0, wait.amount - wait.indirect));
  add(at, to.indirect, wait.indirect);
  add(at, to.propagating, wait.propagating);
  add(at, to.terminal, std::max(0.0, wait.amount - wait.propagating));
}

CostCells::CostCells()
    : slots_(layout().slots.data()),
      first_(model::first_cost_metric().index()),
      costs_(MetricId{0}, MetricId{static_cast<std::uint32_t>(layout().costs.size())}),
      classes_(MetricId{0}, MetricId{static_cast<std::uint32_t>(layout().classes.size())}) {}

SummedCosts CostCells::summed(std::size_t callpaths) const {
  const std::vector<MetricId>& parents = layout().parents;
  SummedCosts out;
  const auto copy = [&](const CellTable<double>& from, const std::vector<MetricId>& kept,
                        model::CallPathId at) {
    const auto* block = from.find(at);
    if (block == nullptr) return;
    SummedCosts::Block& all = out.block(at);
    for (std::size_t slot = 0; slot < kept.size(); ++slot)
      all[kept[slot].index() - first_] = (*block)[slot];
  };
  for (std::uint32_t n = 0; n < callpaths; ++n) {
    const model::CallPathId at{n};
    copy(costs_, layout().costs, at);
    copy(classes_, layout().classes, at);
    if (out.find(at) == nullptr) continue;
    SummedCosts::Block& all = out.block(at);
    for (std::size_t m = all.size(); m-- > 0;)
      if (parents[m].valid()) all[parents[m].index() - first_] += all[m];
  }
  return out;
}

}  // namespace tarry::analysis
