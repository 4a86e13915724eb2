// SPDX-License-Identifier: BSD-3-Clause
// The stage of the analysis that tries the patterns which users have declared. It works on matched
// records: workers exchange what their patterns can see of each other's records, each tries the
// patterns on the root events that it has, and what they find goes to the worker of the call that
// is charged. Amounts are whole numbers, so that the result does not depend on the number of
// workers.
#pragma once

#include <string>
#include <vector>

#include "analysis/declared/pattern.h"
#include "analysis/records/partition.h"
#include "analysis/records/process_records.h"
#include "analysis/records/share.h"
#include "analysis/records/visit_record.h"
#include "analysis/regions/region_table.h"
#include "base/result.h"
#include "model/trace_source.h"
#include "workers/transport.h"

namespace tarry::analysis::declared {

// How events are read once more, for what records do not tell.
struct EventsAgain {
  model::TraceSource& source;
  ReadVisits read_visits;
};

// Adds what all patterns find to `share.of_patterns`. The other waits of `processes` are known.
// Collective.
base::Status evaluate_declared(const PatternSet& set, const std::vector<ProcessRecords>& processes,
                               const EventsAgain& events, const RegionTable& regions,
                               const Partition& partition, workers::Transport& transport,
                               Share& share);

// A metric of a pattern: its severity, or one of its exports.
struct PatternMetric {
  std::string id;
  std::string title;
  std::string about;
  model::MetricId parent;
  model::Unit unit{};
};

// Returns the metrics of all patterns; PatternCell::metric is the place in this list.
std::vector<PatternMetric> metrics_of(const PatternSet& set);

}  // namespace tarry::analysis::declared
