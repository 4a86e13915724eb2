// SPDX-License-Identifier: BSD-3-Clause
// Counters as metrics of a severity cube: the same ids, names and units whatever the cube is made
// of.
#pragma once

#include <string>
#include <vector>

#include "model/counter.h"
#include "model/severity_cube.h"

namespace tarry::model {

// Adds a metric for each counter that a set has and that can be added up, and the attribute
// kCountersRead. The cube's metric by CounterId; !valid() for those that become none.
std::vector<MetricId> add_counter_metrics(const std::vector<Counter>& counters,
                                          const std::vector<CounterSet>& sets, SeverityCube& cube);

// What a report warns of, with the number of counters_left_out().
inline constexpr const char* kCountersLeftOut =
    "counters that do not say how much was counted in between (left out)";

// The attribute of a cube that says which of its metrics were read at every enter and leave, and
// how much of the metric one of each counter is: "task-clock=1e-09 page-faults=1".
inline constexpr const char* kCountersRead = "tarry.counters";

struct CounterRead {
  MetricId metric;
  double one = 1;
};

// What that attribute says, as far as it is true. Empty if there is none.
std::vector<CounterRead> counters_read(const SeverityCube& cube);

}  // namespace tarry::model
