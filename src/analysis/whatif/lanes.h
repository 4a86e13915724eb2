// SPDX-License-Identifier: BSD-3-Clause
// What a trace is evaluated again with: sums of scenarios, whole or in part. So combinations need
// no changes of their own. Source: docs/decisions/037-interventions.md.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "analysis/whatif/changes.h"

namespace tarry::analysis {

// The trace with some scenarios at once, each to a part: 1 is all that it changes.
struct Lane {
  struct Part {
    std::uint32_t scenario;
    double weight = 1.0;
    std::vector<model::LocationIndex> without{};  // where nothing is changed
  };
  std::vector<Part> parts;
};

// Changes of scenarios as changes of lanes.
class LaneChanges {
 public:
  LaneChanges() = default;
  explicit LaneChanges(std::span<const Lane> lanes);

  [[nodiscard]] std::size_t lanes() const { return lanes_; }
  // Takes the next change of a location; its step advances so much less in each lane.
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
