// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/fit_times.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "compressed/extrapolate/moved_times.h"
#include "compressed/extrapolate/part_means.h"

namespace tarry::compressed {
namespace {

// Times that differ by a smaller part are the same.
constexpr double kSameTime = 0.02;

using Times = TimeHistogram TimesOfRanks::*;

// Returns the times of the ranks of one part of a class in one trace.
TimeHistogram times_of_part(const RankLaw& law, const LoadProfile& profile, std::size_t part,
                            Times times) {
  TimeHistogram out;
  for (const TimesOfRanks& each : profile.times)
    if (std::any_of(each.ranks.begin(), each.ranks.end(),
                    [&](std::uint32_t rank) { return law.part_of(profile.grid, rank) == part; }))
      out.add(each.*times);
  return out;
}

// Returns which part of how times of these ranks differ is not because of their places.
double own_width(const RankLaw& law, const Grid& grid, const MeanLine& line, const TimesOfRanks& of,
                 Times times) {
  const auto [first, last] = std::minmax_element(
      of.ranks.begin(), of.ranks.end(),
      [&](std::uint32_t a, std::uint32_t b) { return law.way_of(grid, a) < law.way_of(grid, b); });
  const double by_place =
      std::abs(line.at(law.way_of(grid, *last)) - line.at(law.way_of(grid, *first)));
  const auto all = static_cast<double>((of.*times).largest() - (of.*times).smallest());
  return all > by_place ? 1.0 - by_place / all : 0.0;
}

// Returns the times that a rank at one end of the axis would have: those of the ranks nearer to
// this end, moved there along the line.
TimeHistogram times_at_end(const RankLaw& law, const LoadProfile& profile, std::size_t end,
                           Times times) {
  const MeanLine line = line_of(law, profile.grid, rank_means(profile, times));
  const double wanted = std::max(0.0, end == 0 ? line.low : line.high);
  TimeHistogram out;
  for (const bool any : {false, true}) {
    for (const TimesOfRanks& each : profile.times) {
      const double way = law.mean_way(profile.grid, each.ranks);
      if (!any && (way < 0.5 ? 0u : 1u) != end) continue;
      const TimeHistogram& own = each.*times;
      out.add(moved_to(own, own.mean() + wanted - line.at(way),
                       own_width(law, profile.grid, line, each, times)));
    }
    if (out.count() > 0) break;
  }
  // Deviations from the line add up to nothing only over both halves.
  return moved_to(out, wanted);
}

HistogramFit fit_part(const RankLaw& law, const std::vector<LoadProfile>& profiles,
                      std::size_t part, Times times) {
  std::vector<ObservedTimes> observed;
  for (const LoadProfile& profile : profiles)
    observed.push_back(
        {profile.grid.extents().ranks(), law.kind == RankLaw::Kind::Linear
                                             ? times_at_end(law, profile, part, times)
                                             : times_of_part(law, profile, part, times)});
  return fit_histograms(observed);
}

// Returns the mean of the times before and in the calls of all ranks of a trace, or nothing if it
// differs between parts of the class.
std::optional<double> shared_mean(const RankLaw& law, const LoadProfile& profile) {
  const std::vector<RankMean> before = rank_means(profile, &TimesOfRanks::before);
  const std::vector<RankMean> duration = rank_means(profile, &TimesOfRanks::duration);
  std::map<std::size_t, std::pair<double, double>> parts;  // sum and number of ranks
  double all = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    auto& [sum, number] = parts[law.part_of(profile.grid, before[i].rank)];
    sum += before[i].nanoseconds + duration[i].nanoseconds;
    ++number;
    all += before[i].nanoseconds + duration[i].nanoseconds;
  }
  all /= static_cast<double>(before.size());
  for (const auto& [part, sum] : parts)
    if (std::abs(sum.first / sum.second - all) > kSameTime * all) return std::nullopt;
  return all;
}

std::optional<TimeFit> fit_together(const RankLaw& law, const std::vector<LoadProfile>& profiles) {
  std::vector<ObservedTimes> observed;
  for (const LoadProfile& profile : profiles) {
    if (profile.times.empty()) continue;
    const std::optional<double> mean = shared_mean(law, profile);
    if (!mean) return std::nullopt;
    observed.push_back({profile.grid.extents().ranks(), {}});
    observed.back().times.add(static_cast<std::uint64_t>(std::llround(*mean)));
  }
  const HistogramFit fit = fit_histograms(observed);
  return fit.empty() ? std::nullopt : std::optional(fit.mean());
}

}  // namespace

TimesFormula fit_times(const ObservedPath& path) {
  TimesFormula out{path.predecessor,
                   fit_histograms(path.before),
                   fit_histograms(path.duration),
                   fit_rank_law(path.profiles),
                   {},
                   {},
                   {},
                   1};
  if (out.law.kind == RankLaw::Kind::Even) return out;
  for (const LoadProfile& profile : path.profiles)
    out.largest_run = std::max(out.largest_run, profile.grid.extents().ranks());
  out.together = fit_together(out.law, path.profiles);
  const PartMeans means(out.law, path.profiles);
  out.steady_mean = means.steady_mean();
  for (std::size_t part = 0; part < out.law.parts(); ++part)
    out.parts.push_back({fit_part(out.law, path.profiles, part, &TimesOfRanks::before),
                         fit_part(out.law, path.profiles, part, &TimesOfRanks::duration),
                         means.by_mean(part)});
  return out;
}

}  // namespace tarry::compressed
