// SPDX-License-Identifier: BSD-3-Clause
// Hands out what matching and evaluation have found out about single events. Nothing is searched
// for again: the waits and messages are those of the records that the severities were made of.
#pragma once

#include "analysis/records/partition.h"
#include "analysis/records/process_records.h"
#include "model/event_insights.h"

namespace tarry::analysis {

// Calls `visit` for each location of a process, in their order, until one fails. `finalize_wait` is
// the wait of the process in MPI_Finalize.
base::Status visit_events(const ProcessRecords& process, Ticks finalize_wait,
                          const Partition& partition, const model::VisitEvents& visit);

}  // namespace tarry::analysis
