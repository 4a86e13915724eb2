// SPDX-License-Identifier: BSD-3-Clause
// The order in which one would intervene: first the intervention with the largest gain, then the
// one with the largest gain after that. Source: docs/decisions/037-interventions.md.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace tarry::analysis {

// A single intervention, or several that have a sufficient gain only together.
struct Together {
  std::vector<std::size_t> members;  // ascending
  double gain = 0.0;                 // gain of run time, after all previous ones
};

struct ChoiceLimits {
  double least = 0.0;      // smallest gain
  std::size_t most = 5;    // largest number of interventions
  std::size_t passes = 6;  // largest number of passes through the trace
};

// Returns the gains of sets of interventions.
using GainsOf = std::function<std::vector<double>(const std::vector<std::vector<std::size_t>>&)>;

// `alone`: the gain of each one; `all`: the gain of all together. Returns them in the order in
// which one would do them: gains fall, except where an earlier one hides the next.
std::vector<Together> choose_interventions(const std::vector<double>& alone, double all,
                                           const ChoiceLimits& limits, const GainsOf& gains_of);

}  // namespace tarry::analysis
