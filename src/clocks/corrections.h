// SPDX-License-Identifier: BSD-3-Clause
// How the clocks of all processes of a trace are corrected. The threads of a process share a clock,
// so that a process has one map.
#pragma once

#include <cstdint>
#include <vector>

#include "clocks/time_map.h"
#include "model/ids.h"

namespace tarry::clocks {

struct ProcessCorrection {
  std::uint32_t first_location = 0;  // the locations of a process are neighbors
  std::uint32_t locations = 0;
  TimeMap map;

  friend bool operator==(const ProcessCorrection&, const ProcessCorrection&) = default;
};

struct Corrections {
  std::vector<ProcessCorrection> processes;  // those that are corrected; ascending by location

  [[nodiscard]] bool empty() const { return processes.empty(); }

  // Returns the map of a location; nullptr if its times stay as they are.
  [[nodiscard]] const TimeMap* map_of(model::LocationIndex location) const;

  // Returns the largest shift of all processes.
  [[nodiscard]] std::int64_t largest_shift() const;

  friend bool operator==(const Corrections&, const Corrections&) = default;
};

}  // namespace tarry::clocks
