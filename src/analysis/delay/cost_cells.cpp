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
  // Of Late Sender and Late Receiver.
  std::array<MetricId, 2> direct, indirect, propagating, terminal;

  explicit MetricIds(const std::string& suffix) {
    constexpr std::array kChannels{"latesender", "latereceiver", "barrier",    "n2n",
                                   "12n",        "n21",          "ompbarrier", "omplock",
                                   "ompidle",    "pthreadlock"};
    for (std::size_t channel = 0; channel < kDelayChannels; ++channel) {
      const std::string id = std::string("delay_") + kChannels[channel];
      short_term[channel] = model::metric(id + suffix);
      long_term[channel] = model::metric(id + "_longterm" + suffix);
    }
    unattributed = model::metric("delay_unattributed" + suffix);
    constexpr std::array kShort{"_ls", "_lr"};
    for (std::size_t i = 0; i < 2; ++i) {
      direct[i] = model::metric(std::string("mpi_wait_direct_") + kChannels[i] + suffix);
      indirect[i] = model::metric(std::string("mpi_wait_indirect_") + kChannels[i] + suffix);
      propagating[i] = model::metric(std::string("mpi_wait_propagating") + kShort[i] + suffix);
      terminal[i] = model::metric(std::string("mpi_wait_terminal") + kShort[i] + suffix);
    }
  }
};

const MetricIds& ids(CostModel model) {
  static const std::array<MetricIds, kCostModels> kIds{MetricIds(""), MetricIds("__waitfirst")};
  return kIds[static_cast<std::size_t>(model)];
}

// Which metrics a block keeps, and where.
struct Layout {
  std::vector<std::uint32_t> slots;  // by metric, from the first
  std::vector<MetricId> parents;     // likewise
  std::vector<MetricId> kept;        // by slot

  Layout() {
    const std::size_t first = model::first_cost_metric().index();
    const auto metrics = model::all_metrics().subspan(first);
    std::vector<bool> is_sum(metrics.size());
    for (const model::MetricInfo& metric : metrics) {
      parents.push_back(metric.parent.empty() ? MetricId{} : model::metric(metric.parent));
      if (parents.back().valid()) is_sum[parents.back().index() - first] = true;
    }
    is_sum[model::metric("critical_path").index() - first] = false;
    for (std::uint32_t m = 0; m < metrics.size(); ++m) {
      slots.push_back(static_cast<std::uint32_t>(kept.size()));
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
  const auto which = static_cast<std::size_t>(channel);
  const MetricIds& to = ids(model_);
  add(at, to.direct[which], std::max(0.0, wait.amount - wait.indirect));
  add(at, to.indirect[which], wait.indirect);
  add(at, to.propagating[which], wait.propagating);
  add(at, to.terminal[which], std::max(0.0, wait.amount - wait.propagating));
}

CostCells::CostCells()
    : slots_(layout().slots.data()),
      first_(model::first_cost_metric().index()),
      table_(MetricId{0}, MetricId{static_cast<std::uint32_t>(layout().kept.size())}) {}

SummedCosts CostCells::summed(std::size_t callpaths) const {
  const std::vector<MetricId>& kept = layout().kept;
  const std::vector<MetricId>& parents = layout().parents;
  SummedCosts out;
  for (std::uint32_t n = 0; n < callpaths; ++n) {
    const auto* block = table_.find(model::CallPathId{n});
    if (block == nullptr) continue;
    SummedCosts::Block& all = out.block(model::CallPathId{n});
    for (std::size_t slot = 0; slot < kept.size(); ++slot)
      all[kept[slot].index() - first_] = (*block)[slot];
    for (std::size_t m = all.size(); m-- > 0;)
      if (parents[m].valid()) all[parents[m].index() - first_] += all[m];
  }
  return out;
}

}  // namespace tarry::analysis
