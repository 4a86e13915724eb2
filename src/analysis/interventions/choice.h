// SPDX-License-Identifier: BSD-3-Clause
// In which order one would intervene: what gains most first, then what gains most once that is
// done. Source: docs/decisions/037-interventions.md.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace tarry::analysis {

// Interventions that only together gain something worth having, or a single one.
struct Together {
  std::vector<std::size_t> members;
  double gain = 0.0;  // of the run time, once all those before are done
};

struct ChoiceLimits {
  double least = 0.0;      // gain
  std::size_t most = 5;    // interventions
  std::size_t passes = 6;  // through the trace
};

// What sets of interventions gain.
using GainsOf = std::function<std::vector<double>(const std::vector<std::vector<std::size_t>>&)>;

// `alone`: what each gains; `all`: what all of them gain together. In the order in which one would
// do them: gains fall, but for what the one before hides.
std::vector<Together> choose_interventions(const std::vector<double>& alone, double all,
                                           const ChoiceLimits& limits, const GainsOf& gains_of);

}  // namespace tarry::analysis
