// SPDX-License-Identifier: BSD-3-Clause
// From matched records to the dependency graph of a trace: what each step of each location needs
// from others, and how long the step takes after that. Without changes, re-evaluating the graph
// reproduces every time of the trace. Source: docs/decisions/017-what-if.md.
#pragma once

#include <vector>

#include "analysis/records/partition.h"
#include "analysis/records/process_records.h"
#include "analysis/whatif/step_log.h"
#include "base/result.h"
#include "model/definitions.h"
#include "workers/transport.h"

namespace tarry::analysis {

// One location in the graph.
struct LocationSteps {
  model::LocationIndex location;
  Ticks begin;                        // its first event; kBefore: another thread lets it begin
  Ticks end;                          // its last event
  std::uint32_t sends = 0;            // messages are numbered on the location that sent them
  std::uint32_t from_any_source = 0;  // receives from any source
  StepLog log;
  std::vector<bool> wants_post;  // by send: it ends only after the receive is posted
};

// Finds the steps of all locations of this worker, in order. The records must be matched and still
// have their messages. Collective over the transport.
base::Status find_dependencies(const std::vector<ProcessRecords>& processes,
                               const InitAndFinalizeWaits& whole_run,
                               const model::Definitions& definitions, const Partition& partition,
                               workers::Transport& transport, std::vector<LocationSteps>& out);

}  // namespace tarry::analysis
