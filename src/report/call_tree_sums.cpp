// SPDX-License-Identifier: BSD-3-Clause
#include "report/call_tree_sums.h"

#include <algorithm>
#include <cmath>

#include "model/combined_values.h"
#include "report/cube_types.h"

namespace tarry::report {

void make_exclusive(SeverityCube& cube, MetricId metric) {
  constexpr double kRounding = 1e-12;
  const std::vector<CallPathId> callpaths = cube.callpaths_with_values(metric);
  std::vector<std::vector<double>> own;
  for (const CallPathId callpath : callpaths) own.push_back(cube.row(metric, callpath));
  const auto slot = [&](CallPathId id) {
    return static_cast<std::size_t>(std::lower_bound(callpaths.begin(), callpaths.end(), id) -
                                    callpaths.begin());
  };
  for (const CallPathId callpath : callpaths) {
    const CallPathId parent = cube.callpaths[callpath.index()].parent;
    if (!parent.valid() || cube.row(metric, parent).empty()) continue;
    const std::vector<double>& child = cube.row(metric, callpath);
    std::vector<double>& rest = own[slot(parent)];
    for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= child[i];
  }
  for (std::size_t k = 0; k < callpaths.size(); ++k) {
    const std::vector<double>& inclusive = cube.row(metric, callpaths[k]);
    for (std::size_t i = 0; i < own[k].size(); ++i)
      if (std::abs(own[k][i]) <= kRounding * std::abs(inclusive[i])) own[k][i] = 0.0;
  }
  for (std::size_t k = 0; k < callpaths.size(); ++k) {
    const bool any = std::any_of(own[k].begin(), own[k].end(), [](double v) { return v != 0.0; });
    if (!any) own[k].clear();
    cube.set_row(metric, callpaths[k], std::move(own[k]));
  }
}

std::vector<std::vector<double>> inclusive_rows(const SeverityCube& cube, MetricId metric) {
  std::vector<std::vector<double>> rows(cube.callpaths.size());
  for (const CallPathId callpath : cube.callpaths_with_values(metric))
    rows[callpath.index()] = cube.row(metric, callpath);
  for (std::size_t i = rows.size(); i-- > 0;) {
    const CallPathId parent = cube.callpaths[i].parent;
    if (rows[i].empty() || !parent.valid()) continue;
    std::vector<double>& sum = rows[parent.index()];
    sum.resize(rows[i].size());
    for (std::size_t l = 0; l < sum.size(); ++l)
      model::combine(cube.metrics[metric.index()].sum, rows[i][l], sum[l]);
  }
  return rows;
}

}  // namespace tarry::report
