// SPDX-License-Identifier: BSD-3-Clause
// Brings all processes of the trace together at MPI_Init and MPI_Finalize, evaluates both like a
// barrier and returns to each process what it waited. Definition: docs/patterns/mpi.md.
#pragma once

#include <vector>

#include "analysis/records/process_records.h"
#include "workers/transport.h"

namespace tarry::analysis {

// Collective over the transport.
InitAndFinalizeWaits match_init_and_finalize(const std::vector<ProcessRecords>& processes,
                                             workers::Transport& transport,
                                             model::Anomalies& anomalies);

}  // namespace tarry::analysis
