// SPDX-License-Identifier: BSD-3-Clause
// Brings the processes of a job together at MPI_Init and MPI_Finalize, evaluates both like a
// barrier and returns to each process what it waited. Those of a trace are one job, unless it has
// several communicators called MPI_COMM_WORLD, as that of a program with MPI_Comm_spawn has.
// Definition: docs/patterns/mpi.md.
#pragma once

#include <vector>

#include "analysis/records/process_records.h"
#include "workers/transport.h"

namespace tarry::analysis {

// Collective over the transport.
InitAndFinalizeWaits match_init_and_finalize(const std::vector<ProcessRecords>& processes,
                                             const model::Definitions& definitions,
                                             workers::Transport& transport,
                                             model::Anomalies& anomalies);

}  // namespace tarry::analysis
