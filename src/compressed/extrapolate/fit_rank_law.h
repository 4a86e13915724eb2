// SPDX-License-Identifier: BSD-3-Clause
// Finds the law by which ranks of a class compute for different times.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/extrapolate/rank_law.h"
#include "compressed/model/time_histogram.h"

namespace tarry::compressed {

// Times that one trace keeps together.
struct TimesOfRanks {
  std::vector<std::uint32_t> ranks;  // those of the class
  std::uint64_t size = 1;            // ranks that have the times, of all classes
  TimeHistogram before;
  TimeHistogram duration;
};

// The times of a class at one place of the program in one trace.
struct LoadProfile {
  Grid grid;
  std::vector<TimesOfRanks> times;
};

// The mean time of a rank before or in its calls.
struct RankMean {
  std::uint32_t rank = 0;
  double nanoseconds = 0.0;
};
// Returns the means by rank of the member `times` (before or duration).
std::vector<RankMean> rank_means(const LoadProfile& profile, TimeHistogram TimesOfRanks::*times);

// A line over the way of a law's axis.
struct MeanLine {
  double low = 0.0;   // at way 0
  double high = 0.0;  // at way 1
  [[nodiscard]] double at(double way) const { return low + (high - low) * way; }
};
// Returns the line of least squares; the mean if all ranks are at one place.
MeanLine line_of(const RankLaw& law, const Grid& grid, const std::vector<RankMean>& means);

// Returns the simplest law that explains most of how the computation of ranks differs in all
// traces. It is Even if the ranks hardly differ, or if no law explains it. Thread: any.
RankLaw fit_rank_law(const std::vector<LoadProfile>& profiles);

}  // namespace tarry::compressed
