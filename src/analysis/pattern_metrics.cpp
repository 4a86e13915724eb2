// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/pattern_metrics.h"

#include <string>

#include "analysis/declared/evaluate_declared.h"
#include "base/counted.h"

namespace tarry::analysis {
namespace {

using model::CallPathId;
using model::MetricId;

struct Contradictions {
  std::size_t above_parent = 0;  // cells
  std::size_t overlapping = 0;   // cells
};

// `parts` are all metrics directly below `parent`, with `metric`.
Contradictions contradictions_in(const model::SeverityCube& cube, MetricId metric, MetricId parent,
                                 const std::vector<MetricId>& parts, double tolerance) {
  Contradictions found;
  const std::vector<double> nothing(cube.locations.size());
  const auto row = [&](MetricId of, CallPathId at) -> const std::vector<double>& {
    const std::vector<double>& values = cube.row(of, at);
    return values.empty() ? nothing : values;
  };
  for (const CallPathId at : cube.callpaths_with_values(metric)) {
    const std::vector<double>& own = row(metric, at);
    const std::vector<double>& whole = row(parent, at);
    for (std::size_t l = 0; l < own.size(); ++l) {
      if (own[l] == 0.0) continue;
      double sum = 0.0;
      for (const MetricId part : parts) sum += row(part, at)[l];
      if (own[l] > whole[l] + tolerance)
        ++found.above_parent;
      else if (sum > whole[l] + tolerance)
        ++found.overlapping;
    }
  }
  return found;
}

}  // namespace

void add_pattern_metrics(const declared::PatternSet& patterns, const std::vector<Share>& shares,
                         const std::vector<std::vector<CallPathId>>& callpaths,
                         double seconds_per_tick, model::SeverityCube& cube) {
  const auto first = static_cast<std::uint32_t>(cube.metrics.size());
  for (const declared::PatternMetric& metric : declared::metrics_of(patterns)) {
    model::CubeMetric added;
    // A counter of the trace may have any name.
    added.id = metric.id + (cube.find(metric.id).valid() ? "_pattern" : "");
    added.name = metric.title;
    added.description = metric.about.empty() ? "Pattern of a file" : metric.about;
    added.parent = metric.parent;
    added.unit = metric.unit;
    cube.metrics.push_back(std::move(added));
  }
  for (std::size_t s = 0; s < shares.size(); ++s)
    for (const PatternCell& cell : shares[s].of_patterns) {
      const MetricId metric{first + cell.metric};
      const bool is_time = cube.metrics[metric.index()].unit == model::Unit::Seconds;
      cube.add(metric, callpaths[s][cell.callpath.index()], cell.location,
               static_cast<double>(cell.value) * (is_time ? seconds_per_tick : 1.0));
    }
}

void warn_of_overlaps(const declared::PatternSet& patterns, double seconds_per_tick,
                      model::SeverityCube& cube) {
  for (const declared::Pattern& pattern : patterns.patterns) {
    if (!pattern.parent.valid()) continue;
    const MetricId metric = cube.find(pattern.name), parent = cube.find(pattern.parent);
    if (!metric.valid() || !parent.valid()) continue;
    std::vector<MetricId> parts;
    for (std::uint32_t m = 0; m < cube.metrics.size(); ++m)
      if (cube.metrics[m].parent == parent) parts.emplace_back(m);
    const bool is_time = pattern.unit == model::Unit::Seconds;
    const Contradictions found =
        contradictions_in(cube, metric, parent, parts, is_time ? seconds_per_tick / 2 : 0.5);
    const std::string& parent_id = cube.metrics[parent.index()].id;
    if (found.above_parent != 0)
      cube.experiment.warnings.push_back(
          "pattern " + pattern.name + " is more than its parent " + parent_id + " at " +
          base::counted(found.above_parent, "call path and location", "call paths and locations"));
    if (found.overlapping != 0)
      cube.experiment.warnings.push_back(
          "pattern " + pattern.name + " overlaps with other parts of " + parent_id + " at " +
          base::counted(found.overlapping, "call path and location", "call paths and locations") +
          " (leave those out with --skip)");
  }
}

}  // namespace tarry::analysis
