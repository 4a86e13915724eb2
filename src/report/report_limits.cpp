// SPDX-License-Identifier: BSD-3-Clause
#include "report/report_limits.h"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "report/cube_types.h"
#include "report/text_escape.h"

namespace tarry::report {
namespace {

template <class Node>
base::Status check_depth(const std::vector<Node>& nodes, const char* what, std::size_t limit) {
  std::vector<std::size_t> depths(nodes.size(), 1);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!nodes[i].parent.valid()) continue;
    CHECK(nodes[i].parent.index() < i, "parents come before children");
    depths[i] = depths[nodes[i].parent.index()] + 1;
    if (depths[i] > limit)
      return Error{ErrorCode::BadInput, fmt::format("the {} have more than {} levels", what, limit),
                   "", "the file is damaged, or not from a real run"};
  }
  return kOk;
}

}  // namespace

base::Status check_limits(const SeverityCube& cube) {
  TRY(check_depth(cube.metrics, "metrics", kDeepestMetrics));
  TRY(check_depth(cube.callpaths, "call paths", kDeepestCalls));
  std::set<std::string_view> ids;
  for (const CubeMetric& metric : cube.metrics)
    if (!ids.insert(metric.id).second)
      return Error{ErrorCode::BadInput, "metric '" + one_line(metric.id) + "' comes twice", "", ""};
  for (std::uint32_t m = 0; m < cube.metrics.size(); ++m)
    for (const CallPathId callpath : cube.callpaths_with_values(MetricId{m}))
      for (const double value : cube.row(MetricId{m}, callpath))
        if (!std::isfinite(value))
          return Error{ErrorCode::BadInput,
                       "a value of metric '" + one_line(cube.metrics[m].id) + "' is not a number",
                       "", ""};
  return kOk;
}

}  // namespace tarry::report
