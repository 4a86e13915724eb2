// SPDX-License-Identifier: BSD-3-Clause
#include "report/delay_causes.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/cube_types.h"
#include "report/finding_lines.h"
#include "report/quantity.h"
#include "report/query.h"
#include "report/wait_states.h"

namespace tarry::report {
namespace {

constexpr std::size_t kMostCauses = 5;
constexpr double kNotableDelay = 0.01;  // as a part of the time

}  // namespace

model::MetricId cost_metric(const SeverityCube& cube) {
  const MetricId first = cube.find(model::metric::delay);
  return first.valid() ? first : cube.find(waits_first(model::metric::delay));
}

std::vector<DelayCause> delay_causes(const SeverityCube& cube) {
  std::vector<DelayCause> causes;
  const MetricId metric = cost_metric(cube);
  if (!metric.valid()) return causes;
  const double least = kNotableDelay * total_time(cube);
  for (const CallPathId callpath : cube.callpaths_with_values(metric))
    if (const double cost = cube.total(metric, callpath); cost > 0.0 && cost >= least)
      causes.push_back({callpath, cost});
  std::stable_sort(causes.begin(), causes.end(),
                   [](const DelayCause& a, const DelayCause& b) { return a.cost > b.cost; });
  if (causes.size() > kMostCauses) causes.resize(kMostCauses);
  return causes;
}

std::vector<DelayCause> causes_without_findings(const SeverityCube& cube) {
  if (!cube.findings.empty() || cube.experiment.attributes.contains(kWholeTimeKey)) return {};
  return delay_causes(cube);
}

std::string place_of(const SeverityCube& cube, const DelayCause& cause) {
  return shown_path(cube, cause.callpath) + " " +
         on_ranks(sufferers(cube, cost_metric(cube), cause.callpath));
}

std::string cause_summary(const SeverityCube& cube) {
  const std::vector<DelayCause> causes = delay_causes(cube);
  if (!cube.findings.empty() && cube.findings.front().gain_s > 0.0) {
    const std::vector<std::string> lines = finding_lines(cube, cube.findings.front());
    return lines.front() + " " + lines.back();
  }
  if (causes.empty()) return "";
  return fmt::format("{} costs others the most: {} of waiting.", place_of(cube, causes.front()),
                     quantity(causes.front().cost, model::Unit::Seconds));
}

}  // namespace tarry::report
