// SPDX-License-Identifier: BSD-3-Clause
// Which metric a cost belongs to. Until all costs of a location are there, it only has those
// metrics that are more than the sum of others: a block of cells is half as large.
#pragma once

#include "analysis/delay/cost_model.h"
#include "analysis/replay/cells.h"

namespace tarry::analysis {

// A wait for a message, in ticks: what of it other waits caused, what of it made others wait.
struct ClassifiedWait {
  double amount;
  double indirect;
  double propagating;
};

// Shares of ticks, by the metrics that costs are added to.
class CostCells {
 public:
  CostCells();
  // Of a metric that none lies below; or the critical path.
  double& at(model::CallPathId callpath, model::MetricId metric) {
    return table_.at(callpath, model::MetricId{slots_[metric.index() - first_]});
  }
  // With the sums that the other metrics are.
  [[nodiscard]] SummedCosts summed(std::size_t callpaths) const;

 private:
  const std::uint32_t* slots_;  // by metric, from the first
  std::size_t first_;
  CellTable<double> table_;
};

// Adds the costs of one model to the cells of a location.
class CostTable {
 public:
  CostTable(CostCells& cells, CostModel model) : cells_(cells), model_(model) {}

  void add_short(model::CallPathId at, DelayChannel channel, double cost);
  void add_long(model::CallPathId at, DelayChannel channel, double cost);
  void add_unattributed(model::CallPathId at, double cost);
  // Late Sender or Late Receiver.
  void add_classified(model::CallPathId at, DelayChannel channel, const ClassifiedWait& wait);

 private:
  void add(model::CallPathId at, model::MetricId metric, double cost) {
    if (cost != 0) cells_.at(at, metric) += cost;
  }

  CostCells& cells_;
  CostModel model_;
};

}  // namespace tarry::analysis
