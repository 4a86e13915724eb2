// SPDX-License-Identifier: BSD-3-Clause
// From what a summary keeps of a call path to the metrics of the catalogue: the same ids and the
// same meaning as those of the analysis of a trace.
#pragma once

#include <functional>
#include <vector>

#include "base/result.h"
#include "model/region_class.h"
#include "model/severity_cube.h"
#include "profile/process_summary.h"

namespace tarry::profile {

class SummaryMetrics {
 public:
  // Makes them the metrics of `cube`.
  explicit SummaryMetrics(model::SeverityCube& cube);

  using Row = std::vector<double>;  // by location
  using Put = std::function<base::Status(model::MetricId, const Row&)>;
  // `columns`: of one call path; times are seconds already. Rows that are all zero may be put, too.
  base::Status rows(const model::RegionKind& kind, const std::vector<Row>& columns,
                    const Put& put) const;

 private:
  std::vector<model::MetricId> in_cube_;  // by metric of the catalogue
  model::MetricId least_;
  model::MetricId most_;
};

// Whether a column holds a time.
bool is_time(Column column);

}  // namespace tarry::profile
