// SPDX-License-Identifier: BSD-3-Clause
// Suggests a filter that makes a trace small enough and loses as little as possible. It leaves out
// user regions that do not lead to communication, those with the most bytes per second first. Call
// paths that lead to communication stay whole.
#pragma once

#include <string>
#include <vector>

#include "score/estimate.h"

namespace tarry::score {

struct Target {
  double trace_bytes = 0;  // size of the whole trace; 0 means any
  double log_bytes = 0;    // size of the event log of the largest process; 0 means any
};

struct Suggestion {
  std::vector<bool> excluded;      // by region
  std::vector<std::string> names;  // excluded regions, by descending bytes
  Estimate result;                 // sizes with the filter
  bool meets_target = false;
};

// An estimate is not exact, so a twentieth of the target is kept free.
inline constexpr double kKeptFree = 0.05;

// `regions` belong to `cube`.
Suggestion suggest(const model::SeverityCube& cube, const std::vector<CubeRegion>& regions,
                   const Target& target);

// Returns the text of the filter file, which begins with `comments`.
std::string filter_text(const std::vector<std::string>& names,
                        const std::vector<std::string>& comments);

}  // namespace tarry::score
