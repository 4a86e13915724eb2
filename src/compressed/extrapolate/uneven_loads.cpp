// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/uneven_loads.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "compressed/extrapolate/evaluate.h"

namespace tarry::compressed {
namespace {

constexpr double kLeastPart = 0.25;

// Sums of times that are alike lie within so many of their standard deviations.
constexpr double kChance = 4.0;

struct Loads {
  std::vector<double> sums;       // of nanoseconds by rank
  std::vector<double> variances;  // of the sums, as far as single times of a rank differ
};

// Returns what each rank computes between its first call and its last.
Loads loads_of(const Trace& trace) {
  Loads out{std::vector<double>(trace.ranks, 0), std::vector<double>(trace.ranks, 0)};
  for (const Event& event : trace.events)
    for (const EventTimes& times : event.times) {
      if (!times.predecessor.valid()) continue;
      const auto ranks = static_cast<double>(times.ranks.size());
      const double calls = static_cast<double>(times.before.count()) / ranks;
      for (const std::uint32_t rank : times.ranks.ranks()) {
        out.sums[rank] += static_cast<double>(times.before.sum()) / ranks;
        out.variances[rank] += calls * times.before.variance_if_even();
      }
    }
  return out;
}

// Returns what each rank computes beyond what the formulas give it, or its load if they cannot be
// evaluated for the grid.
std::vector<double> beyond_formulas(const GridView& view, const FormulaTrace& formulas,
                                    std::vector<double> loads) {
  const base::Result<Trace> predicted = evaluate(formulas, view.grid().extents());
  if (!predicted.ok()) return loads;
  const std::vector<double> expected = loads_of(*predicted).sums;
  for (std::size_t rank = 0; rank < loads.size(); ++rank) loads[rank] -= expected[rank];
  return loads;
}

struct Spread {
  double least = 0;
  double most = 0;
  double rest = 0;  // that is not predicted
  double part = 0;  // the rest in relation to the mean
  std::string trace;
};

double range_of(const std::vector<double>& values, const std::vector<std::uint32_t>& ranks,
                double& least, double& most) {
  least = most = values[ranks[0]];
  for (const std::uint32_t rank : ranks) {
    least = std::min(least, values[rank]);
    most = std::max(most, values[rank]);
  }
  return most - least;
}

// Differences that chance explains do not count.
Spread spread_of(const Loads& all, const std::vector<double>& beyond, const RankSet& members) {
  Spread out;
  const std::vector<std::uint32_t> ranks = members.ranks();
  if (ranks.empty()) return out;
  const std::vector<double>& loads = all.sums;
  double least = 0;
  double most = 0;
  out.rest = range_of(beyond, ranks, least, most);
  out.rest = std::min(out.rest, range_of(loads, ranks, out.least, out.most));
  double sum = 0;
  double variance = 0;
  for (const std::uint32_t rank : ranks) {
    sum += loads[rank];
    variance += all.variances[rank] / static_cast<double>(ranks.size());
  }
  out.rest = std::max(0.0, out.rest - kChance * std::sqrt(variance));
  if (sum > 0) out.part = out.rest * static_cast<double>(ranks.size()) / sum;
  return out;
}

std::string microseconds(double nanoseconds) {
  return std::to_string(std::llround(nanoseconds / 1000));
}

}  // namespace

std::optional<std::string> uneven_loads(const std::vector<GridView>& views,
                                        const FormulaTrace& formulas) {
  Spread worst;
  for (const GridView& view : views) {
    const Loads loads = loads_of(*view.base().trace);
    const std::vector<double> beyond = beyond_formulas(view, formulas, loads.sums);
    for (std::uint32_t number = 0; number < formulas.places.classes(); ++number) {
      Spread spread = spread_of(loads, beyond, view.grid().members(formulas.places, number));
      if (spread.part <= worst.part) continue;
      worst = std::move(spread);
      worst.trace = view.base().name;
    }
  }
  if (worst.part <= kLeastPart) return std::nullopt;
  return std::string(kUnevenLoads) + ": in '" + worst.trace +
         "' ranks with the same place in the grid compute for " + microseconds(worst.least) +
         " to " + microseconds(worst.most) + " us, and no rule explains " +
         microseconds(worst.rest) +
         " us of the difference, so that waiting for the slower ones is not predicted";
}

}  // namespace tarry::compressed
