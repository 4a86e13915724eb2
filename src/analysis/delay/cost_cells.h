// SPDX-License-Identifier: BSD-3-Clause
// Tells which metric a cost belongs to. Until all costs of a location are complete, the cells only
// have metrics that are no sums of others. The classes of waits have blocks of their own, because
// most call paths with costs never wait.
#pragma once

#include "analysis/delay/cost_model.h"
#include "analysis/records/cells.h"

namespace tarry::analysis {

// A wait in ticks, the part that other waits caused, and the part that made others wait.
struct ClassifiedWait {
  double amount = 0.0;
  double indirect = 0.0;
  double propagating = 0.0;
};

// Shares of ticks, by the metrics that costs are added to.
class CostCells {
 public:
  CostCells();
  // Returns the cell of a metric that has no children, or of the critical path.
  double& at(model::CallPathId callpath, model::MetricId metric) {
    const Slot& slot = slots_[metric.index() - first_];
    return (slot.is_class ? classes_ : costs_).at(callpath, slot.metric);
  }
  // Returns the costs with the metrics that are sums.
  [[nodiscard]] SummedCosts summed(std::size_t callpaths) const;

  // The place of a metric.
  struct Slot {
    model::MetricId metric;  // id in its table, counted from 0
    bool is_class;           // a class of waits
  };

 private:
  const Slot* slots_;  // by metric, from the first
  std::size_t first_;
  CellTable<double> costs_, classes_;
};

// The metrics of one kind of waits.
struct ClassIds {
  model::MetricId direct, indirect, propagating, terminal;
};

// Adds the costs of one model to the cells of a location.
class CostTable {
 public:
  CostTable(CostCells& cells, CostModel model) : cells_(cells), model_(model) {}

  void add_short(model::CallPathId at, DelayChannel channel, double cost);
  void add_long(model::CallPathId at, DelayChannel channel, double cost);
  void add_unattributed(model::CallPathId at, double cost);
  void add_classified(model::CallPathId at, DelayChannel channel, const ClassifiedWait& wait);
  // Adds a wait of Late Sender or Late Receiver to the metrics that cover only waits for messages.
  void add_message_classified(model::CallPathId at, DelayChannel channel,
                              const ClassifiedWait& wait);

 private:
  void add_classified(model::CallPathId at, const ClassIds& to, const ClassifiedWait& wait);
  void add(model::CallPathId at, model::MetricId metric, double cost) {
    if (cost != 0) cells_.at(at, metric) += cost;
  }

  CostCells& cells_;
  CostModel model_;
};

}  // namespace tarry::analysis
