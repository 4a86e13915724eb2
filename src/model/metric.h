// SPDX-License-Identifier: BSD-3-Clause
// The catalogue of metrics: id, display name, place in the metric tree, unit, one line of meaning.
// Ids are those users of the Cube tools know. A new metric is one line in measured_metrics.cpp or
// cost_metrics.cpp, and its definition in docs/definitions.md.
#pragma once

#include <span>
#include <string_view>

#include "model/ids.h"

namespace tarry::model {

enum class Unit { Seconds, Occurrences, Bytes };

// "sec", "occ", "bytes".
std::string_view unit_name(Unit unit);

struct MetricInfo {
  std::string_view id;      // "mpi_latesender"
  std::string_view name;    // "MPI Late Sender"
  std::string_view parent;  // id of the parent metric, empty for a root
  Unit unit;
  std::string_view meaning;  // one sentence for help and reports
};

// All metrics, parents before children, in display order.
std::span<const MetricInfo> all_metrics();

// Metrics from here on share time out: their values are no whole numbers of ticks.
MetricId first_cost_metric();
// One after the last.
MetricId metric_end();

// Position in all_metrics(); !valid() if there is no such metric.
MetricId find_metric(std::string_view id);

// find_metric() for an id that is written in our own source: an unknown one is our bug.
MetricId metric(std::string_view id);

}  // namespace tarry::model
