// SPDX-License-Identifier: BSD-3-Clause
#include "report/united_rows.h"

#include <utility>

#include "model/combined_values.h"
#include "report/cube_types.h"

namespace tarry::report {

UnitedRows::UnitedRows(SeverityCube from, Origins origins, MetricId special,
                       Origins special_origins)
    : from_(std::move(from)),
      origins_(std::move(origins)),
      special_(special),
      special_origins_(std::move(special_origins)) {}

base::Result<std::vector<CallPathId>> UnitedRows::callpaths(MetricId metric) {
  std::vector<bool> has_values;
  for (const CallPathId callpath : from_.callpaths_with_values(metric)) {
    has_values.resize(callpath.index() + 1);
    has_values[callpath.index()] = true;
  }
  TRY(from_.reading());
  const Origins& origins = origins_of(metric);
  std::vector<CallPathId> found;
  for (std::uint32_t i = 0; i < origins.size(); ++i)
    for (const CallPathId origin : origins[i])
      if (origin.index() < has_values.size() && has_values[origin.index()]) {
        found.emplace_back(i);
        break;
      }
  return found;
}

base::Result<std::vector<double>> UnitedRows::row(MetricId metric, CallPathId callpath) {
  std::vector<double> sum;
  for (const CallPathId origin : origins_of(metric)[callpath.index()]) {
    std::vector<double> values = from_.copy_of_row(metric, origin);
    TRY(from_.reading());
    if (sum.empty()) {
      sum = std::move(values);
      continue;
    }
    for (std::size_t i = 0; i < values.size(); ++i)
      model::combine(from_.metrics[metric.index()].sum, values[i], sum[i]);
  }
  return sum;
}

}  // namespace tarry::report
