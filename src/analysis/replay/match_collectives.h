// SPDX-License-Identifier: BSD-3-Clause
// Brings the members of every collective operation together, evaluates its pattern and returns wait
// and completion to the members. The n-th call of a member on a communicator belongs to instance n,
// blocking and non-blocking in one sequence, by initiation. Definitions: docs/definitions.md,
// "Order and matching", "Start, end and barriers" and "Collective waits".
#pragma once

#include <vector>

#include "analysis/replay/partition.h"
#include "analysis/replay/process_records.h"
#include "base/result.h"
#include "model/definitions.h"
#include "workers/transport.h"

namespace tarry::analysis {

// Collective over the transport. Fills in `wait` and `completion` of the collective records, and
// the meetings of some members only that processes of this worker take part in.
base::Status match_collectives(std::vector<ProcessRecords>& processes,
                               const model::Definitions& definitions, workers::Transport& transport,
                               PartialMeetings& partial, model::Anomalies& anomalies);

// MPI_Init and MPI_Finalize, which all processes of the trace share; waits by process of this
// worker.
struct WholeRunMeeting {
  Ticks last_begin;           // of the processes
  std::uint32_t members = 0;  // 0: some left before the last came, they do not wait for each other
};

struct InitAndFinalizeWaits {
  std::vector<Ticks> init_completion;
  std::vector<Ticks> finalize_wait;
  WholeRunMeeting init, finalize;
};

// Collective over the transport.
InitAndFinalizeWaits match_init_and_finalize(const std::vector<ProcessRecords>& processes,
                                             workers::Transport& transport,
                                             model::Anomalies& anomalies);

}  // namespace tarry::analysis
