// SPDX-License-Identifier: BSD-3-Clause
// Wait for Progress without evidence, for `--rma-progress`: a call of a lock epoch waits until its
// target, which is outside of MPI, enters MPI. Definition: docs/patterns/progress.md, "On demand".
//
//   origin  ──█Win_unlock···········█──    from its own begin
//   target  ███████████████████████Send█   until the target's first call of MPI
#pragma once

#include <vector>

#include "analysis/records/partition.h"
#include "analysis/records/process_records.h"
#include "base/result.h"
#include "model/definitions.h"
#include "workers/transport.h"

namespace tarry::analysis {

// Keeps the waits in the records of the locations; their other waits must be known. Every call of
// MPI must be an instance (RegionTable::keeps_mpi_calls). Collective over the transport.
base::Status find_rma_progress(std::vector<ProcessRecords>& processes,
                               const model::Definitions& definitions, const Partition& partition,
                               workers::Transport& transport);

}  // namespace tarry::analysis
