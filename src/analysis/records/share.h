// SPDX-License-Identifier: BSD-3-Clause
// What one worker has found, small enough to be sent: its call tree, the severities of its
// locations, what was odd, what it cost. The first worker puts all shares together.
#pragma once

#include <array>
#include <memory_resource>
#include <optional>
#include <vector>

#include "analysis/records/cells.h"
#include "analysis/records/location_records.h"
#include "model/anomalies.h"
#include "model/call_tree.h"
#include "model/insights.h"
#include "workers/transport.h"

namespace tarry::analysis {

// One severity: ticks, occurrences or bytes, or a share of ticks.
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

// What a counter counted at a location and call path.
struct CounterCell {
  CounterTotal total;
  model::LocationIndex location;
};

// The stages of the analysis, in order.
enum class Stage : std::uint8_t {
  Extract,
  MatchMessages,
  MatchCollectives,
  Evaluate,
  Delays,
  Insights,
  Assemble
};
inline constexpr std::size_t kStages = 7;

// What the analysis took. Of all workers together: sums, but for the times, which are the longest.
struct Cost {
  std::uint64_t events = 0;
  std::uint64_t record_bytes = 0;    // synchronisation records, before matching
  std::uint64_t message_bytes = 0;   // received from other workers
  std::uint64_t callpath_bytes = 0;  // the call tree, each worker's own
  std::uint64_t cell_bytes = 0;      // the cube's share
  std::array<double, kStages> seconds{};

  void add(const Cost& other);
};

// First and last record of some locations; empty if first > last.
struct Span {
  model::Ticks first{INT64_MAX};
  model::Ticks last{INT64_MIN};

  void add(const Span& other);
  [[nodiscard]] bool empty() const { return first > last; }
};

// With call paths of all workers' tree.
struct Insights {
  std::optional<double> ideal_duration_s;  // if MPI calls took no time beyond waiting
  std::optional<model::Prospect> prospect;
  std::vector<model::Finding> findings;
};

struct Share {
  model::CallTree tree;
  // Those that are not zero, by location, call path, metric.
  std::pmr::vector<Cell<std::int64_t>> cells;
  std::pmr::vector<Cell<double>> costs;
  std::pmr::vector<CounterCell> counters;  // by location, counter, call path
  Span span;
  Cost cost;
  model::Anomalies anomalies;
  Insights insights;  // of the first worker; is not packed

  // Adds what one location has.
  void add(model::LocationIndex location, const Cells& found);
  void add(model::LocationIndex location, const SummedCosts& found);
  void add(model::LocationIndex location, std::span<const CounterTotal> found);
};

workers::Bytes pack(const Share& share);
Share unpack(const workers::Bytes& message);

}  // namespace tarry::analysis
