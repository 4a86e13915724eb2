// SPDX-License-Identifier: BSD-3-Clause
// Relates the value of a counter to the time and the visits of the same row: the value per second,
// per visit, and instructions per cycle if both are counted.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "report/query.h"

namespace tarry::report {

// Names of equivalent counters of PAPI and perf; the first one that a cube has is used.
std::span<const std::string_view> instruction_counters();
std::span<const std::string_view> cycle_counters();

class CounterRatios {
 public:
  // Serves the rows of table() with the same arguments.
  CounterRatios(const model::SeverityCube& cube, model::MetricId metric, By by, bool inclusive);

  // Returns true if the metric is a counter, that is, one that the catalog does not have.
  [[nodiscard]] bool apply() const { return is_counter_; }

  // Returns "    1.250 M/s  320.0 per visit  0.85 per cycle  ", equally wide for every row of the
  // table; "-" stands where there is nothing to divide by. The visits are those of a single call
  // path or of a region.
  [[nodiscard]] std::string text(const TableRow& row) const;

 private:
  using ByIndex = std::unordered_map<std::uint32_t, double>;

  model::Unit unit_ = model::Unit::Occurrences;
  bool is_counter_ = false;
  ByIndex seconds_;
  std::optional<ByIndex> visits_;  // inclusive along the call tree
  std::optional<ByIndex> cycles_;  // set if the metric counts instructions
};

}  // namespace tarry::report
