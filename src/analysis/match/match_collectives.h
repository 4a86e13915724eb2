// SPDX-License-Identifier: BSD-3-Clause
// Brings the members of every collective operation together, evaluates its pattern and returns wait
// and completion to the members. The n-th call of a member on a communicator belongs to instance n,
// blocking and non-blocking in one sequence, by initiation. Definitions: docs/definitions.md,
// "Order and matching", "Start, end and barriers" and "Collective waits".
#pragma once

#include <vector>

#include "analysis/records/clock_error.h"
#include "analysis/records/partition.h"
#include "analysis/records/process_records.h"
#include "base/result.h"
#include "model/definitions.h"
#include "workers/transport.h"

namespace tarry::analysis {

// Fills in the collective records, and the meetings of some members in which processes of this
// worker take part. Collective over the transport.
base::Status match_collectives(std::vector<ProcessRecords>& processes,
                               const model::Definitions& definitions, workers::Transport& transport,
                               PartialMeetings& partial, ClockError& clock_error,
                               model::Anomalies& anomalies);

}  // namespace tarry::analysis
