// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <map>
#include <optional>

#include "compressed/extrapolate/fit_times.h"
#include "compressed/extrapolate/moved_times.h"
#include "compressed/model/load_level.h"

namespace tarry::compressed {
namespace {

double reference_mean(const TimesFormula& formula, std::uint64_t ranks) {
  if (formula.steady_mean) return *formula.steady_mean;
  const std::optional<std::size_t> part = formula.law.reference();
  return (part ? formula.parts[*part].before : formula.before).mean().at(ranks);
}

double mean_of_part(const TimesFormula& formula, std::size_t part, std::uint64_t ranks) {
  const TimesOfPart& of = formula.parts[part];
  return of.by_mean ? *of.by_mean * reference_mean(formula, ranks) : of.before.mean().at(ranks);
}

// Returns times as those of `fit`, with another mean. How the times of one rank differ is that of
// the largest run.
TimeHistogram times_with_mean(const TimesFormula& formula, const HistogramFit& fit, double mean,
                              std::uint64_t ranks, std::uint64_t count) {
  const double known = reference_mean(formula, formula.largest_run);
  const double shrunk = known > 0.0 ? reference_mean(formula, ranks) / known : 1.0;
  return moved_to(fit.at(formula.largest_run, count), mean, std::clamp(shrunk, 0.0, 1.0));
}

// Returns the ranks that share times, with a number for each group that rises with the times.
std::map<std::uint32_t, std::vector<std::uint32_t>> groups_of(const TimesFormula& formula,
                                                              const Grid& grid,
                                                              const RankSet& ranks) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> out;
  const std::uint64_t number = grid.extents().ranks();
  for (const std::uint32_t rank : ranks.ranks()) {
    auto group = static_cast<std::uint32_t>(formula.law.part_of(grid, rank));
    if (formula.law.kind == RankLaw::Kind::Linear) {
      const double way = formula.law.way_of(grid, rank);
      const MeanLine line{mean_of_part(formula, 0, number), mean_of_part(formula, 1, number)};
      group = fine_level(static_cast<std::uint64_t>(std::max(0.0, line.at(way))));
    }
    out[group].push_back(rank);
  }
  return out;
}

EventTimes times_of_group(const TimesFormula& formula, const Grid& grid, std::uint32_t group,
                          const std::vector<std::uint32_t>& ranks, std::uint64_t calls) {
  const std::uint64_t number = grid.extents().ranks();
  const std::uint64_t count = calls * ranks.size();
  EventTimes out;
  out.predecessor = formula.predecessor;
  out.ranks = RankSet::of_sorted(ranks);
  const auto& parts = formula.parts;
  if (formula.law.kind == RankLaw::Kind::Linear) {
    const double way = formula.law.mean_way(grid, ranks);
    const MeanLine line{mean_of_part(formula, 0, number), mean_of_part(formula, 1, number)};
    const MeanLine ends{parts[0].duration.mean().at(number), parts[1].duration.mean().at(number)};
    const TimesOfPart& near = parts[way < 0.5 ? 0 : 1];
    out.before = times_with_mean(formula, near.before, line.at(way), number, count);
    out.duration = times_with_mean(formula, near.duration, ends.at(way), number, count);
  } else if (group < parts.size() && !parts[group].duration.empty()) {
    out.before = times_with_mean(formula, parts[group].before, mean_of_part(formula, group, number),
                                 number, count);
    out.duration = parts[group].duration.at(number, count);
  } else {  // no trace has this part
    out.before = formula.before.at(number, count);
    out.duration = formula.duration.at(number, count);
  }
  if (formula.together)
    out.duration = moved_to(out.duration, formula.together->at(number) - out.before.mean());
  out.level = fine_level(static_cast<std::uint64_t>(out.before.mean()));
  return out;
}

}  // namespace

std::vector<EventTimes> times_of(const TimesFormula& formula, const Grid& grid,
                                 const RankSet& ranks, std::uint64_t calls) {
  std::vector<EventTimes> out;
  if (formula.duration.empty()) return out;
  for (const auto& [group, members] : groups_of(formula, grid, ranks))
    out.push_back(times_of_group(formula, grid, group, members, calls));
  return out;
}

}  // namespace tarry::compressed
