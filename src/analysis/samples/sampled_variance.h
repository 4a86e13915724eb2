// SPDX-License-Identifier: BSD-3-Clause
// How far the times that samples gave to the call paths of one location may be off. Source:
// docs/decisions/048-samples-in-the-analysis.md.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "model/ids.h"

namespace tarry::analysis {

class Division;

// Of a part of an interval.
struct PartUncertainty {
  std::uint32_t usual;   // the number of the share that is usual for the interval's kind
  double time_by_usual;  // so much of the interval is divided by it
  double variance;       // of the part, if that share were known
};

class SampledVariance {
 public:
  // In nine of ten cases an estimate is off by no more than so many standard deviations: 1.645 of a
  // normal distribution, and a tenth more because the usual shares are smoothed.
  static constexpr double kNineOfTen = 1.8;

  void add(model::CallPathId callpath, const PartUncertainty& part);
  // By call path, in square ticks; of the parts that `division` made.
  [[nodiscard]] std::vector<double> by_callpath(const Division& division) const;

 private:
  std::unordered_map<std::uint64_t, double> time_by_usual_;  // by call path and usual share
  std::vector<double> variances_;                            // by call path
};

}  // namespace tarry::analysis
