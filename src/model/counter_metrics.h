// SPDX-License-Identifier: BSD-3-Clause
// Counters become metrics of a severity cube, with the same ids, names and units whatever the cube
// is made from.
#pragma once

#include <string>
#include <vector>

#include "model/counter.h"
#include "model/severity_cube.h"

namespace tarry::model {

// Adds a metric for each counter that a set has and that can be added up, and the attribute
// kCountersRead. Returns the metrics in the cube by CounterId; !valid() for counters that become
// none.
std::vector<MetricId> add_counter_metrics(const std::vector<Counter>& counters,
                                          const std::vector<CounterSet>& sets, SeverityCube& cube);

// The warning of a report, which is shown with the number of counters_left_out().
inline constexpr const char* kCountersLeftOut =
    "counters that do not say how much was counted in between (left out)";

// The attribute of a cube that names the metrics which were read at every enter and leave, and how
// much one count of each counter is in its metric: "task-clock=1e-09 page-faults=1".
inline constexpr const char* kCountersRead = "tarry.counters";

struct CounterRead {
  MetricId metric;
  double one = 1;
};

// Returns the content of that attribute, without metrics that the cube lacks; empty if there is
// none.
std::vector<CounterRead> counters_read(const SeverityCube& cube);

}  // namespace tarry::model
