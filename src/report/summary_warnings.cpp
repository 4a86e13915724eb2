// SPDX-License-Identifier: BSD-3-Clause
#include "report/summary_warnings.h"

#include <algorithm>

#include "model/anomalies.h"
#include "model/artificial_regions.h"

namespace tarry::report {
namespace {

using model::CallPathId;
using model::SeverityCube;

// Calls for which the tree has no room are put below the root, calls that are too deep below their
// caller.
bool is_too_deep(const SeverityCube& cube, const model::CubeCallPath& path) {
  return path.region == model::kCutPaths && path.parent.valid() &&
         cube.callpaths[path.parent.index()].parent.valid();
}

std::uint64_t visits_too_deep(const SeverityCube& cube, model::MetricId visits) {
  double sum = 0;
  for (const CallPathId path : cube.callpaths_with_values(visits))
    if (is_too_deep(cube, cube.callpaths[path.index()])) sum += cube.total(visits, path);
  return static_cast<std::uint64_t>(sum);
}

// Returns the number of locations that have only pauses below the root.
std::uint64_t nothing_but_pauses(const SeverityCube& cube, model::MetricId visits) {
  // Without pauses there is no need to look at every row.
  if (std::none_of(cube.callpaths.begin(), cube.callpaths.end(), [](const auto& path) {
        return path.parent.valid() && path.region == model::kMeasurementOff;
      }))
    return 0;
  std::vector<bool> pauses(cube.locations.size()), others(cube.locations.size());
  cube.for_each_row(visits, [&](CallPathId path, const std::vector<double>& row) {
    const model::CubeCallPath& visited = cube.callpaths[path.index()];
    if (!visited.parent.valid()) return;
    std::vector<bool>& seen = visited.region == model::kMeasurementOff ? pauses : others;
    for (std::size_t location = 0; location < row.size(); ++location)
      if (row[location] > 0) seen[location] = true;
  });
  std::uint64_t count = 0;
  for (std::size_t location = 0; location < pauses.size(); ++location)
    if (pauses[location] && !others[location]) ++count;
  return count;
}

}  // namespace

std::vector<std::string> summary_warnings(const SeverityCube& summary) {
  const model::MetricId visits = summary.find(model::metric::visits);
  if (!visits.valid()) return {};
  model::Anomalies found;
  found.add("visits of call paths that are deeper than --profile-depth",
            visits_too_deep(summary, visits));
  found.add("locations that recorded only pauses", nothing_but_pauses(summary, visits));
  return found.sentences();
}

}  // namespace tarry::report
