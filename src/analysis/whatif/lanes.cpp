// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/lanes.h"

#include <algorithm>
#include <cmath>

namespace tarry::analysis {

LaneChanges::LaneChanges(std::span<const Lane> lanes) : lanes_(lanes.size()) {
  for (std::uint32_t lane = 0; lane < lanes.size(); ++lane)
    for (const Lane::Part& part : lanes[lane].parts) {
      if (part.scenario >= uses_.size()) uses_.resize(part.scenario + 1);
      Use& use = uses_[part.scenario].emplace_back(lane, part.weight, part.without);
      std::sort(use.without.begin(), use.without.end());
    }
}

void LaneChanges::take(ChangeReader& changes, model::LocationIndex location,
                       std::span<std::int64_t> advances) const {
  changes.take([&](std::uint32_t scenario, std::int64_t less) {
    if (scenario >= uses_.size()) return;
    for (const Use& use : uses_[scenario]) {
      if (std::binary_search(use.without.begin(), use.without.end(), location)) continue;
      advances[use.lane] -=
          use.weight == 1.0 ? less : std::llround(use.weight * static_cast<double>(less));
    }
  });
}

}  // namespace tarry::analysis
