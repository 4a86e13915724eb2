// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/interventions/reference_level.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tarry::analysis {
namespace {

constexpr double kApart = 4.0;  // distance of two groups, in deviations within them
constexpr double kGap = 0.3;    // part of the range that separates groups

double median(std::span<const double> ascending) {
  const std::size_t middle = ascending.size() / 2;
  return ascending.size() % 2 != 0 ? ascending[middle]
                                   : (ascending[middle - 1] + ascending[middle]) / 2;
}

// Returns the sum of squared deviations of times with this sum and sum of squares.
double squared_deviations(double count, double sum, double squares) {
  return std::max(0.0, squares - sum * sum / count);
}

// Returns the usual distance from `level` as a standard deviation. It is derived from the median
// distance, which a few outliers do not change.
double deviation(std::span<const double> times, double level) {
  constexpr double kOfNormal = 1.4826;
  if (times.front() == times.back()) return 0.0;
  std::vector<double> distances;
  for (const double time : times) distances.push_back(std::abs(time - level));
  std::sort(distances.begin(), distances.end());
  return kOfNormal * median(distances);
}

// Returns the size of the lower of two groups, or the number of all if there are no two groups.
std::size_t lower_group(std::span<const double> times) {
  const std::size_t all = times.size();
  double sum = 0.0, squares = 0.0;
  for (const double time : times) {
    sum += time;
    squares += time * time;
  }
  const std::size_t least = (all + 2) / 3;
  double lower_sum = 0.0, lower_squares = 0.0, least_deviations = INFINITY, distance = 0.0;
  std::size_t best = all;
  for (std::size_t lower = 1; lower < all; ++lower) {
    lower_sum += times[lower - 1];
    lower_squares += times[lower - 1] * times[lower - 1];
    if (lower < least) continue;
    const auto below = static_cast<double>(lower), above = static_cast<double>(all - lower);
    const double deviations = squared_deviations(below, lower_sum, lower_squares) +
                              squared_deviations(above, sum - lower_sum, squares - lower_squares);
    if (deviations >= least_deviations) continue;
    least_deviations = deviations;
    best = lower;
    distance = (sum - lower_sum) / above - lower_sum / below;
  }
  const double within = std::sqrt(least_deviations / static_cast<double>(all));
  return distance > kApart * within ? best : all;
}

}  // namespace

ReferenceLevel reference_level(std::span<double> times) {
  std::sort(times.begin(), times.end());
  if (times.size() == 1 || times.front() == times.back()) return {times.front(), 0.0};
  const std::span<const double> normal = times.first(lower_group(times));
  const double level = median(normal);
  return {level, deviation(normal, level)};
}

double level_below(std::span<const double> times, double time) {
  const double gap = kGap * (time - times.front());
  if (gap <= 0.0) return time;
  auto end =
      static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
  double above = time;
  while (end > 0 && above - times[end - 1] < gap) above = times[--end];
  if (end == 0) return median(times);  // the times rise evenly, without groups
  std::size_t begin = end - 1;
  while (begin > 0 && times[begin] - times[begin - 1] < gap) --begin;
  return median(times.subspan(begin, end - begin));
}

}  // namespace tarry::analysis
