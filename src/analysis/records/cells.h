// SPDX-License-Identifier: BSD-3-Clause
// The severities of one location while they are summed up, by call path and metric. Only call paths
// that hold more than time and visits take a block.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "model/ids.h"
#include "model/metric.h"

namespace tarry::analysis {

// Values of the metrics [first, end) of the catalogue.
template <class Value>
class CellTable {
 public:
  using Block = std::vector<Value>;  // by metric, from the first

  CellTable(model::MetricId first, model::MetricId end)
      : first_(first.index()), count_(end.index() - first.index()) {}

  Value& at(model::CallPathId callpath, model::MetricId metric) {
    return block(callpath)[metric.index() - first_];
  }

  Block& block(model::CallPathId callpath) {
    if (callpath.index() >= slots_.size()) slots_.resize(callpath.index() + 1, kNone);
    std::uint32_t& slot = slots_[callpath.index()];
    if (slot == kNone) {
      slot = static_cast<std::uint32_t>(blocks_.size());
      blocks_.emplace_back(count_, Value{});
    }
    return blocks_[slot];
  }

  // nullptr if nothing was added at this call path.
  [[nodiscard]] const Block* find(model::CallPathId callpath) const {
    if (callpath.index() >= slots_.size() || slots_[callpath.index()] == kNone) return nullptr;
    return &blocks_[slots_[callpath.index()]];
  }

  [[nodiscard]] std::size_t first_metric() const { return first_; }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  std::size_t first_;
  std::size_t count_;
  std::vector<std::uint32_t> slots_;  // by call path
  std::deque<Block> blocks_;
};

// Integer ticks, occurrences and bytes.
class Cells : public CellTable<std::int64_t> {
 public:
  Cells() : CellTable(model::MetricId{0}, model::first_cost_metric()) {}
};

// Shares of ticks, by all metrics of costs.
class SummedCosts : public CellTable<double> {
 public:
  SummedCosts() : CellTable(model::first_cost_metric(), model::metric_end()) {}
};

}  // namespace tarry::analysis
