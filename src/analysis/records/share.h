// SPDX-License-Identifier: BSD-3-Clause
// The results of one worker, small enough to be sent: its call tree, the severities of its
// locations, odd data, and the cost. The first worker puts all shares together.
#pragma once

#include <memory_resource>
#include <optional>
#include <vector>

#include "analysis/records/cells.h"
#include "analysis/records/clock_error.h"
#include "analysis/records/cost.h"
#include "analysis/records/location_records.h"
#include "analysis/records/wait_survey.h"
#include "clocks/corrections.h"
#include "model/anomalies.h"
#include "model/call_tree.h"
#include "model/insights.h"
#include "workers/transport.h"

namespace tarry::analysis {

// A severity: ticks, occurrences or bytes, or a share of ticks.
template <class Value>
struct Cell {
  Value value;
  model::LocationIndex location;
  std::uint32_t place;  // call path x number of metrics + metric

  [[nodiscard]] model::CallPathId callpath() const {
    return model::CallPathId{place / model::metric_end().value};
  }
  [[nodiscard]] model::MetricId metric() const {
    return model::MetricId{place % model::metric_end().value};
  }
};

// The sum of a counter at a location and call path.
struct CounterCell {
  CounterTotal total;
  model::LocationIndex location;
};

// A number that a declared pattern has found at a location and call path.
struct PatternCell {
  std::int64_t value;
  model::LocationIndex location;
  model::CallPathId callpath;
  std::uint32_t metric;  // in declared::metrics_of()
};

// First and last record of some locations; empty if first > last.
struct Span {
  model::Ticks first{INT64_MAX};
  model::Ticks last{INT64_MIN};

  void add(const Span& other);
  [[nodiscard]] bool empty() const { return first > last; }
};

// The call paths are those of the tree of all workers.
struct Insights {
  std::optional<double> ideal_duration_s;  // if MPI calls took no time beyond waiting
  std::optional<model::Prospect> prospect;
  std::vector<model::Finding> findings;
};

struct Share {
  model::CallTree tree;
  // The cells that are not zero, by location, call path, metric.
  std::pmr::vector<Cell<std::int64_t>> cells;
  std::pmr::vector<Cell<double>> costs;
  std::pmr::vector<CounterCell> counters;     // by location, counter, call path
  std::pmr::vector<PatternCell> of_patterns;  // by location, call path, metric
  WaitSurvey waits;
  ClockError clock_error;
  Span span;
  Cost cost;
  model::Anomalies anomalies;
  Insights insights;  // only the first worker has them; they are not packed
  // If clocks are to be corrected, nothing else is found out. All workers have the same; they are
  // not packed.
  clocks::Corrections corrections;
  ClockError corrected_error;  // of all workers

  // Adds the results of one location.
  void add(model::LocationIndex location, const Cells& found);
  void add(model::LocationIndex location, const SummedCosts& found);
  void add(model::LocationIndex location, std::span<const CounterTotal> found);
};

workers::Bytes pack(const Share& share);
Share unpack(const workers::Bytes& message);

}  // namespace tarry::analysis
