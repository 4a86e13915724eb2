// SPDX-License-Identifier: BSD-3-Clause
// Where one call path takes longer than it should: every instance of it on every location is held
// against the level of the others. Source: docs/decisions/037-interventions.md.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "model/ids.h"

namespace tarry::analysis {

// What one location did of a call path (WorkLog); or all that it computed.
struct LocationWork {
  model::LocationIndex location;
  std::span<const std::byte> log;
  bool deals = false;  // work to others
};

// The locations that might do a piece of work, with all that they computed.
struct Population {
  std::vector<LocationWork> all;  // ascending
};

// A location on which the call path is to be shorter.
struct LocationExcess {
  model::LocationIndex location;
  double ticks = 0.0;             // in all
  std::pmr::vector<float> parts;  // by instance: what has to go; negative: it takes longer
};

struct Excess {
  std::vector<LocationExcess> locations;  // ascending
  double ticks = 0.0;                     // of them together
  // The excess in units of `ticks` if the level was higher or lower, within what is known of it.
  double low = 1.0, high = 1.0;
};

// The excess of a call path that `work` has, ascending by location, if it may be worth `least`
// ticks of the run time or more; else one without locations.
Excess find_excess(const std::vector<LocationWork>& work, const Population& population,
                   double least);

}  // namespace tarry::analysis
