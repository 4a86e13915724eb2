// SPDX-License-Identifier: BSD-3-Clause
// The states of a trace: first its regions, then the wait states. Regions beyond the largest number
// share one state.
#pragma once

#include <cstdint>
#include <vector>

#include "model/definitions.h"
#include "timeline/timeline.h"

namespace tarry::timeline {

class States {
 public:
  explicit States(const model::Definitions& definitions);

  [[nodiscard]] const std::vector<State>& all() const { return all_; }
  // States from here on are wait states.
  [[nodiscard]] std::uint16_t first_wait() const { return first_wait_; }
  [[nodiscard]] std::uint16_t of(model::RegionId region) const {
    return region.value < first_wait_ ? static_cast<std::uint16_t>(region.value)
                                      : static_cast<std::uint16_t>(first_wait_ - 1);
  }
  // For each state the first one that nobody can tell from it: a trace may have a region of its own
  // for each place that calls a function.
  [[nodiscard]] const std::vector<std::uint16_t>& same() const { return same_; }
  // Returns kNoState for a metric that is no wait state.
  [[nodiscard]] std::uint16_t of(model::MetricId metric) const;

 private:
  std::vector<State> all_;
  std::vector<std::uint16_t> same_;
  std::vector<std::uint16_t> by_metric_;
  std::uint16_t first_wait_ = 0;
};

}  // namespace tarry::timeline
