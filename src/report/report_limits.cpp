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

base::Status check_structure(const SeverityCube& cube) {
  TRY(check_depth(cube.metrics, "metrics", kDeepestMetrics));
  TRY(check_depth(cube.callpaths, "call paths", kDeepestCalls));
  std::set<std::string_view> ids;
  for (const CubeMetric& metric : cube.metrics)
    if (!ids.insert(metric.id).second)
      return Error{ErrorCode::BadInput, "metric '" + one_line(metric.id) + "' comes twice", "", ""};
  return kOk;
}

base::Status check_values(const SeverityCube& cube) {
  for (std::uint32_t m = 0; m < cube.metrics.size(); ++m) {
    bool all = true;
    cube.for_each_row(MetricId{m}, [&](CallPathId, const std::vector<double>& row) {
      for (const double value : row) all = all && std::isfinite(value);
    });
    if (!all)
      return Error{ErrorCode::BadInput,
                   "a value of metric '" + one_line(cube.metrics[m].id) + "' is not a number", "",
                   ""};
  }
  return kOk;
}

base::Status check_limits(const SeverityCube& cube) {
  TRY(check_structure(cube));
  return check_values(cube);
}

}  // namespace tarry::report
