// SPDX-License-Identifier: BSD-3-Clause
// Which metric a cost belongs to.
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

// Once all is added: gives every metric the sum of those below it.
void add_sums(CostCells& cells, std::size_t callpaths);

}  // namespace tarry::analysis
