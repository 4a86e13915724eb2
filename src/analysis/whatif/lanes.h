// SPDX-License-Identifier: BSD-3-Clause
// The scenarios with which a trace is evaluated again: sums of scenarios, whole or in part.
// Combinations therefore need no changes of their own. Source: docs/decisions/037-interventions.md.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "analysis/whatif/changes.h"

namespace tarry::analysis {

// The trace with some scenarios at once, each with a weight: 1 is its whole change.
struct Lane {
  struct Part {
    std::uint32_t scenario;
    double weight = 1.0;
    std::vector<model::LocationIndex> without{};  // locations that stay unchanged
  };
  std::vector<Part> parts;
};

// Converts changes of scenarios to changes of lanes.
class LaneChanges {
 public:
  LaneChanges() = default;
  explicit LaneChanges(std::span<const Lane> lanes);

  [[nodiscard]] std::size_t lanes() const { return lanes_; }
  // Takes the next change of a location. Subtracts it from the advance of the step in each lane.
  void take(ChangeReader& changes, model::LocationIndex location,
            std::span<std::int64_t> advances) const;

 private:
  struct Use {
    Use(std::uint32_t number, double part, std::vector<model::LocationIndex> unchanged)
        : lane(number), weight(part), without(std::move(unchanged)) {}
    std::uint32_t lane;
    double weight;
    std::vector<model::LocationIndex> without;  // ascending
  };
  std::size_t lanes_ = 0;
  std::vector<std::vector<Use>> uses_;  // by scenario
};

}  // namespace tarry::analysis
