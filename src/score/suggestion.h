// SPDX-License-Identifier: BSD-3-Clause
// A filter that makes a trace small enough and loses as little as it can: it leaves out user
// regions that do not lead to communication, those with the most bytes for the time they take
// first. Call paths that lead to communication stay whole.
#pragma once

#include <string>
#include <vector>

#include "score/estimate.h"

namespace tarry::score {

struct Target {
  double trace_bytes = 0;  // of the whole trace; 0: any
  double log_bytes = 0;    // of the event log of the largest process; 0: any
};

struct Suggestion {
  std::vector<bool> excluded;      // by region
  std::vector<std::string> names;  // of the regions left out, by falling bytes
  Estimate result;                 // what the filter gives
  bool meets_target = false;
};

// An estimate is not exact, so that a twentieth of the target is kept free.
inline constexpr double kKeptFree = 0.05;

// `regions` are those of `cube`.
Suggestion suggest(const model::SeverityCube& cube, const std::vector<CubeRegion>& regions,
                   const Target& target);

// The text of the filter file; `comments` stand in front of it.
std::string filter_text(const std::vector<std::string>& names,
                        const std::vector<std::string>& comments);

}  // namespace tarry::score
