// SPDX-License-Identifier: BSD-3-Clause
#include "cli/closing_lines.h"

#include <fmt/core.h>

#include <array>
#include <map>
#include <numeric>
#include <string_view>

namespace tarry::cli {
namespace {

using model::CallPathId;
using model::MetricId;
using model::SeverityCube;

// Time lost because another process came late. Disjoint: none contains another.
constexpr std::array<std::string_view, 8> kWaitMetrics = {
    "mpi_latesender",  "mpi_latereceiver",  "mpi_barrier_wait", "mpi_wait_nxn",
    "mpi_earlyreduce", "mpi_latebroadcast", "mpi_earlyscan",    "mpi_finalize_wait"};

struct Share {
  double seconds = 0.0;
  std::map<std::string, double> by_metric;  // display name
  std::map<std::uint32_t, double> by_callpath;
};

template <class Key>
const std::pair<const Key, double>& largest(const std::map<Key, double>& sums) {
  auto best = sums.begin();
  for (auto it = sums.begin(); it != sums.end(); ++it)
    if (it->second > best->second) best = it;
  return *best;
}

double row_sum(const SeverityCube& cube, MetricId metric, CallPathId path) {
  const std::vector<double>& row = cube.row(metric, path);
  return std::accumulate(row.begin(), row.end(), 0.0);
}

// "main > exchange", at most the three nearest callers.
std::string callers(const SeverityCube& cube, CallPathId path) {
  std::string out;
  int shown = 0;
  for (CallPathId at = cube.callpaths[path.index()].parent; at.valid();
       at = cube.callpaths[at.index()].parent) {
    if (++shown > 3) return "... > " + out;
    const std::string& name = cube.callpaths[at.index()].region;
    out = out.empty() ? name : name + " > " + out;
  }
  return out;
}

}  // namespace

std::vector<std::string> closing_lines(const SeverityCube& cube) {
  double total = 0.0;
  if (const MetricId time = cube.find("time"); time.valid())
    for (const CallPathId path : cube.callpaths_with_values(time))
      total += row_sum(cube, time, path);
  double waiting = 0.0;
  std::map<std::string, Share> by_region;
  for (const std::string_view id : kWaitMetrics) {
    const MetricId metric = cube.find(id);
    if (!metric.valid()) continue;
    for (const CallPathId path : cube.callpaths_with_values(metric)) {
      const double seconds = row_sum(cube, metric, path);
      Share& share = by_region[cube.callpaths[path.index()].region];
      share.seconds += seconds;
      share.by_metric[cube.metrics[metric.index()].name] += seconds;
      share.by_callpath[path.value] += seconds;
      waiting += seconds;
    }
  }
  if (total <= 0.0) return {"the trace has no time in it"};
  std::vector<std::string> lines = {fmt::format(
      "{:.1f} % of the time is waiting for other processes ({:.3g} s of {:.3g} s, summed "
      "over all locations)",
      100.0 * waiting / total, waiting, total)};
  if (waiting <= 0.0) return lines;
  auto worst = by_region.begin();
  for (auto it = by_region.begin(); it != by_region.end(); ++it)
    if (it->second.seconds > worst->second.seconds) worst = it;
  const Share& share = worst->second;
  const std::string from = callers(cube, CallPathId{largest(share.by_callpath).first});
  lines.push_back(fmt::format(
      "most of it ({:.0f} %) lies in {}{}{}: {}", 100.0 * share.seconds / waiting, worst->first,
      from.empty() ? "" : ", called from ", from, largest(share.by_metric).first));
  return lines;
}

}  // namespace tarry::cli
