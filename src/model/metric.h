// SPDX-License-Identifier: BSD-3-Clause
// The catalogue of metrics: id, display name, place in the metric tree, unit, one line of meaning.
// The ids are those that users of the Cube tools know. metrics.def has a row for every metric;
// source code calls it metric::ID, so that a misspelled id does not compile.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "model/ids.h"

namespace tarry::model {

enum class Unit { Seconds, Occurrences, Bytes };

// Returns "sec", "occ" or "bytes".
std::string_view unit_name(Unit unit);

struct MetricInfo {
  std::string_view id;    // "mpi_latesender"
  std::string_view name;  // "MPI Late Sender"
  MetricId parent;        // !valid() for a root
  Unit unit;
  std::string_view meaning;  // one sentence for help and reports
};

// The position of each metric in all_metrics().
enum class MetricNumber : std::uint32_t {
#define TARRY_METRIC(id, ...) id,
#define TARRY_WAITFIRST_METRIC(id, ...) id##_waitfirst,
#include "model/metrics.def"
  Count
};

// metric::mpi_latesender is the metric whose id is "mpi_latesender". Metrics of the second cost
// model have no names here: waits_first() returns them.
namespace metric {
#define TARRY_METRIC(id, ...) \
  inline constexpr MetricId id{static_cast<std::uint32_t>(MetricNumber::id)};
#define TARRY_WAITFIRST_METRIC(...)
#include "model/metrics.def"
inline constexpr MetricId none{};
}  // namespace metric

// Returns all metrics in display order; parents come before children.
std::span<const MetricInfo> all_metrics();

const MetricInfo& info(MetricId metric);

// Returns the first metric that shares time out: from here on, values are no whole numbers of
// ticks.
constexpr MetricId first_cost_metric() { return metric::delay; }
// Returns the id after the last one.
constexpr MetricId metric_end() {
  return MetricId{static_cast<std::uint32_t>(MetricNumber::Count)};
}

// Returns the same cost by the second model, whose ids end with "__waitfirst". `cost` belongs to
// the first model.
constexpr MetricId waits_first(MetricId cost) {
  return MetricId{static_cast<std::uint32_t>(MetricNumber::delay_waitfirst) +
                  (cost.value - metric::delay.value)};
}

// Returns the position in all_metrics(); !valid() if there is no such metric.
MetricId find_metric(std::string_view id);

}  // namespace tarry::model
