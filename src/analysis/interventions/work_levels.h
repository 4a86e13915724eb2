// SPDX-License-Identifier: BSD-3-Clause
// Finds where one call path takes longer than it should: it compares every instance on every
// location with the level of the others. Source: docs/decisions/037-interventions.md.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "model/ids.h"

namespace tarry::analysis {

// The instances of a call path on one location (WorkLog), or its whole computation.
struct LocationWork {
  model::LocationIndex location;
  std::span<const std::byte> log;
  bool deals = false;  // it deals work to others
};

// The locations that might do a piece of work, with their whole computation.
struct Population {
  std::vector<LocationWork> all;  // ascending
};

// A location on which the call path should be shorter.
struct LocationExcess {
  model::LocationIndex location;
  double ticks = 0.0;             // in all
  std::pmr::vector<float> parts;  // by instance: part to be removed; negative: it becomes longer
};

struct Excess {
  std::vector<LocationExcess> locations;  // ascending
  double ticks = 0.0;                     // sum over them
  // The excess in units of `ticks` if the level was lower or higher within its uncertainty.
  double low = 1.0, high = 1.0;
};

// Returns the excess of a call path whose instances `work` has, ascending by location. If it cannot
// be worth at least `least` ticks of the run time, the result has no locations.
Excess find_excess(const std::vector<LocationWork>& work, const Population& population,
                   double least);

}  // namespace tarry::analysis
