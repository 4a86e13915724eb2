// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/uneven_loads.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tarry::compressed {
namespace {

constexpr double kLeastPart = 0.25;

// Returns the nanoseconds that each rank computes between its first call and its last.
std::vector<double> loads_of(const Trace& trace) {
  std::vector<double> out(trace.ranks, 0);
  for (const Event& event : trace.events)
    for (const EventTimes& times : event.times) {
      if (!times.predecessor.valid()) continue;
      const double each =
          static_cast<double>(times.before.sum()) / static_cast<double>(times.ranks.size());
      for (const std::uint32_t rank : times.ranks.ranks()) out[rank] += each;
    }
  return out;
}

struct Spread {
  double least = 0;
  double most = 0;
  double part = 0;  // of the mean
  std::string trace;
};

Spread spread_of(const std::vector<double>& loads, const RankSet& members) {
  Spread out;
  double sum = 0;
  for (const std::uint32_t rank : members.ranks()) {
    out.least = rank == members.lowest() ? loads[rank] : std::min(out.least, loads[rank]);
    out.most = std::max(out.most, loads[rank]);
    sum += loads[rank];
  }
  if (sum > 0) out.part = (out.most - out.least) * static_cast<double>(members.size()) / sum;
  return out;
}

std::string microseconds(double nanoseconds) {
  return std::to_string(std::llround(nanoseconds / 1000));
}

}  // namespace

std::optional<std::string> uneven_loads(const std::vector<GridView>& views, const Places& places) {
  Spread worst;
  for (const GridView& view : views) {
    const std::vector<double> loads = loads_of(*view.base().trace);
    for (std::uint32_t number = 0; number < places.classes(); ++number) {
      Spread spread = spread_of(loads, view.grid().members(places, number));
      if (spread.part <= worst.part) continue;
      worst = std::move(spread);
      worst.trace = view.base().name;
    }
  }
  if (worst.part <= kLeastPart) return std::nullopt;
  return "the loads of single ranks: in '" + worst.trace +
         "' ranks with the same place in the grid compute for " + microseconds(worst.least) +
         " to " + microseconds(worst.most) +
         " us, and each predicted one for the mean, so that waiting for the slower ones is not "
         "predicted";
}

}  // namespace tarry::compressed
