// SPDX-License-Identifier: BSD-3-Clause
#include "model/row_source.h"

namespace tarry::model {

base::Result<RowSums> RowSource::sums(MetricId metric) {
  RowSums out;
  TRY_ASSIGN(const std::vector<CallPathId> candidates, callpaths(metric));
  for (const CallPathId callpath : candidates) {
    TRY_ASSIGN(const std::vector<double> values, row(metric, callpath));
    if (values.empty()) continue;
    out.by_location.resize(values.size());
    double sum = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      sum += values[i];
      out.by_location[i] += values[i];
    }
    out.callpaths.push_back(callpath);
    out.by_callpath.push_back(sum);
  }
  return out;
}

}  // namespace tarry::model
