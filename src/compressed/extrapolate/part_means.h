// SPDX-License-Identifier: BSD-3-Clause
// The mean computation of a class of ranks and of the parts of its law in some traces, and what of
// it is chance. A time that the traces do not tell from a constant one is constant: a trend of
// chance would grow with the number of ranks.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "compressed/extrapolate/fit_rank_law.h"

namespace tarry::compressed {

// The law must outlive it. Thread: any.
class PartMeans {
 public:
  PartMeans(const RankLaw& law, const std::vector<LoadProfile>& profiles);

  // Returns the mean of the reference part, or else of the class; nothing if it changes by more
  // than chance explains.
  [[nodiscard]] std::optional<double> steady_mean() const;
  // Returns the mean of a part in relation to that, or nothing if it changes.
  [[nodiscard]] std::optional<double> by_mean(std::size_t part) const;

 private:
  struct OfTrace {
    double mean = 0.0;
    double ranks = 0.0;
    std::map<std::size_t, std::pair<double, double>> parts;  // mean and weight, in ranks
  };

  void add(const LoadProfile& profile);
  // Returns the standard deviation of the means of ranks of a part, in relation to the mean.
  [[nodiscard]] double error() const;

  const RankLaw& law_;
  std::vector<OfTrace> traces_;
  double squares_ = 0.0;
  double freedom_ = 0.0;
};

}  // namespace tarry::compressed
