// SPDX-License-Identifier: BSD-3-Clause
// Where the rows of a cube come from that is not in memory: a file, or other cubes from which they
// are computed. docs/decisions/071-large-reports.md
#pragma once

#include <vector>

#include "base/result.h"
#include "model/ids.h"

namespace tarry::model {

// What a metric amounts to along one dimension of the cube, the other one summed up.
struct RowSums {
  std::vector<CallPathId> callpaths;  // those that have values, ascending
  std::vector<double> by_callpath;    // for each of these; locations are added in their order
  std::vector<double> by_location;    // for each location; call paths are added in their order
};

// Thread: one.
class RowSource {
 public:
  virtual ~RowSource() = default;

  // Returns the call paths whose rows may have values, ascending.
  virtual base::Result<std::vector<CallPathId>> callpaths(MetricId metric) = 0;
  // Returns one value per location; empty if all are zero.
  virtual base::Result<std::vector<double>> row(MetricId metric, CallPathId callpath) = 0;
  // Goes through all rows, unless the source knows better.
  virtual base::Result<RowSums> sums(MetricId metric);
};

}  // namespace tarry::model
