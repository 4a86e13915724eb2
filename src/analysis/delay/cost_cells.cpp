// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/cost_cells.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace tarry::analysis {
namespace {

using model::MetricId;

struct MetricIds {
  std::array<MetricId, kDelayChannels> short_term;
  std::array<MetricId, kDelayChannels> long_term;
  MetricId unattributed;
  std::array<ClassIds, kDelayChannels> classes;
  std::array<ClassIds, 2> message_classes;  // of Late Sender and Late Receiver

  explicit MetricIds(const std::string& suffix) {
    constexpr std::array kChannels{"latesender",    "latereceiver",
                                   "barrier",       "n2n",
                                   "12n",           "n21",
                                   "ompbarrier",    "omplock",
                                   "ompidle",       "pthreadlock",
                                   "omptaskwait",   "rma_collective",
                                   "rma_late_post", "rma_early_wait",
                                   "rma_lock",      "progress",
                                   "inner"};
    for (std::size_t channel = 0; channel < kDelayChannels; ++channel) {
      const std::string id = std::string("delay_") + kChannels[channel];
      short_term[channel] = model::metric(id + suffix);
      long_term[channel] = model::metric(id + "_longterm" + suffix);
      const std::string kind = std::string("_") + kChannels[channel] + suffix;
      classes[channel] = {
          model::metric("wait_direct" + kind), model::metric("wait_indirect" + kind),
          model::metric("wait_propagating" + kind), model::metric("wait_terminal" + kind)};
    }
    unattributed = model::metric("delay_unattributed" + suffix);
    constexpr std::array kShort{"_ls", "_lr"};
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string kind = std::string("_") + kChannels[i] + suffix;
      const std::string short_kind = kShort[i] + suffix;
      message_classes[i] = {model::metric("mpi_wait_direct" + kind),
                            model::metric("mpi_wait_indirect" + kind),
                            model::metric("mpi_wait_propagating" + short_kind),
                            model::metric("mpi_wait_terminal" + short_kind)};
    }
  }
};

const MetricIds& ids(CostModel model) {
  static const std::array<MetricIds, kCostModels> kIds{MetricIds(""), MetricIds("__waitfirst")};
  return kIds[static_cast<std::size_t>(model)];
}

// Which metrics the blocks keep, and where.
struct Layout {
  std::vector<CostCells::Slot> slots;  // by metric, from the first
  std::vector<MetricId> parents;       // likewise
  std::vector<MetricId> costs;         // kept, by slot
  std::vector<MetricId> classes;       // likewise

  Layout() {
    const std::size_t first = model::first_cost_metric().index();
    const auto metrics = model::all_metrics().subspan(first);
    std::vector<bool> is_sum(metrics.size()), is_class;
    for (const model::MetricInfo& metric : metrics) {
      const MetricId parent = metric.parent.empty() ? MetricId{} : model::metric(metric.parent);
      is_class.push_back(parent.valid() ? is_class[parent.index() - first]
                                        : metric.id.starts_with("waitstates_"));
      parents.push_back(parent);
      if (parent.valid()) is_sum[parent.index() - first] = true;
    }
    is_sum[model::metric("critical_path").index() - first] = false;
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
  add(at, ids(model_).short_term[static_cast<std::size_t>(channel)], cost);
}

void CostTable::add_long(model::CallPathId at, DelayChannel channel, double cost) {
  add(at, ids(model_).long_term[static_cast<std::size_t>(channel)], cost);
}

void CostTable::add_unattributed(model::CallPathId at, double cost) {
  add(at, ids(model_).unattributed, cost);
}

void CostTable::add_classified(model::CallPathId at, DelayChannel channel,
                               const ClassifiedWait& wait) {
  add_classified(at, ids(model_).classes[static_cast<std::size_t>(channel)], wait);
}

void CostTable::add_message_classified(model::CallPathId at, DelayChannel channel,
                                       const ClassifiedWait& wait) {
  add_classified(at, ids(model_).message_classes[static_cast<std::size_t>(channel)], wait);
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
