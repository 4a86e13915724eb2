// SPDX-License-Identifier: BSD-3-Clause
// What a counter's value means beside the time and the visits of the same row: how much per second,
// per visit, and instructions per cycle where both are counted.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "report/query.h"

namespace tarry::report {

// Counters of the same thing, by PAPI and by perf; the first that a cube has counts.
std::span<const std::string_view> instruction_counters();
std::span<const std::string_view> cycle_counters();

class CounterRatios {
 public:
  // For the rows of table() with the same arguments.
  CounterRatios(const model::SeverityCube& cube, model::MetricId metric, By by, bool inclusive);

  // The metric is a counter: one that the catalogue does not have.
  [[nodiscard]] bool apply() const { return is_counter_; }

  // "    1.250 M/s  320.0 per visit  0.85 per cycle  ", as wide for every row of the table; "-"
  // where there is nothing to divide by. Visits are those of a call path alone, or of a region.
  [[nodiscard]] std::string text(const TableRow& row) const;

 private:
  using ByIndex = std::unordered_map<std::uint32_t, double>;

  model::Unit unit_ = model::Unit::Occurrences;
  bool is_counter_ = false;
  ByIndex seconds_;
  std::optional<ByIndex> visits_;  // along the call tree
  std::optional<ByIndex> cycles_;  // of instructions
};

}  // namespace tarry::report
