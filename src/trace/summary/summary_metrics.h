// SPDX-License-Identifier: BSD-3-Clause
// Computes the metrics of the catalogue from the values of a call path in a summary: ids and
// meaning are those of the analysis of a trace.
#pragma once

#include <functional>
#include <vector>

#include "base/result.h"
#include "model/counter.h"
#include "model/region_class.h"
#include "model/severity_cube.h"
#include "trace/summary/process_summary.h"

namespace tarry::trace::summary {

class SummaryMetrics {
 public:
  // Makes them the metrics of `cube`, followed by `counters`.
  SummaryMetrics(model::SeverityCube& cube, std::vector<model::Counter> counters);

  using Row = std::vector<double>;  // by location
  using Put = std::function<base::Status(model::MetricId, const Row&)>;
  // `columns` are those of one call path, with the counters' columns behind those of Column; times
  // are in seconds. Rows that are all zero may be put, too.
  base::Status rows(const model::RegionKind& kind, const std::vector<Row>& columns,
                    const Put& put) const;

 private:
  base::Status counter_rows(const std::vector<Row>& columns, const Put& put) const;

  std::vector<model::MetricId> in_cube_;  // by metric of the catalogue
  std::vector<model::Counter> counters_;
  std::vector<model::MetricId> counters_in_cube_;  // by counter; !valid(): not shown
  model::MetricId least_;
  model::MetricId most_;
};

// Returns whether a column contains a time.
bool is_time(Column column);

}  // namespace tarry::trace::summary
