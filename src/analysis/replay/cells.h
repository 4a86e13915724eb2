// SPDX-License-Identifier: BSD-3-Clause
// The severities of one location while they are summed up: integer ticks and counts by call path
// and metric. Only call paths that hold more than time and visits take a block.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "model/ids.h"
#include "model/metric.h"

namespace tarry::analysis {

class Cells {
 public:
  // One value per metric of the catalogue, in ticks, occurrences or bytes.
  using Block = std::vector<std::int64_t>;

  std::int64_t& at(model::CallPathId callpath, model::MetricId metric) {
    return block(callpath)[metric.index()];
  }

  Block& block(model::CallPathId callpath) {
    if (callpath.index() >= slots_.size()) slots_.resize(callpath.index() + 1, kNone);
    std::uint32_t& slot = slots_[callpath.index()];
    if (slot == kNone) {
      slot = static_cast<std::uint32_t>(blocks_.size());
      blocks_.emplace_back(model::all_metrics().size(), 0);
    }
    return blocks_[slot];
  }

  // nullptr if nothing was added at this call path.
  [[nodiscard]] const Block* find(model::CallPathId callpath) const {
    if (callpath.index() >= slots_.size() || slots_[callpath.index()] == kNone) return nullptr;
    return &blocks_[slots_[callpath.index()]];
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  std::vector<std::uint32_t> slots_;  // by call path
  std::deque<Block> blocks_;
};

}  // namespace tarry::analysis
