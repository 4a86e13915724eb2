// SPDX-License-Identifier: BSD-3-Clause
// The uncertainty of the times that samples gave to the call paths of one location. Source:
// docs/decisions/048-samples-in-the-analysis.md.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "model/ids.h"

namespace tarry::analysis {

class Division;

// The uncertainty of a part of an interval.
struct PartUncertainty {
  std::uint32_t usual;   // number of the usual share of the interval's kind
  double time_by_usual;  // time of the interval that it divides
  double variance;       // variance of the part if that share were known
};

class SampledVariance {
 public:
  // Nine of ten estimates are off by at most this many standard deviations: 1.645 for a normal
  // distribution, and a tenth more because the usual shares are smoothed.
  static constexpr double kNineOfTen = 1.8;

  void add(model::CallPathId callpath, const PartUncertainty& part);
  // Returns the variance by call path, in square ticks, for parts from `division`.
  [[nodiscard]] std::vector<double> by_callpath(const Division& division) const;

 private:
  std::unordered_map<std::uint64_t, double> time_by_usual_;  // by call path and usual share
  std::vector<double> variances_;                            // by call path
};

}  // namespace tarry::analysis
