// SPDX-License-Identifier: BSD-3-Clause
// Matches every receive with its send, in bulk: senders' records travel to the receivers' workers,
// are paired by (communicator, source, destination, tag) in order, and what the sender must know
// travels back. The n-th send matches the n-th receive in the order of posting
// (docs/definitions.md, "Order and matching").
#pragma once

#include <vector>

#include "analysis/records/clock_error.h"
#include "analysis/records/partition.h"
#include "analysis/records/process_records.h"
#include "base/result.h"
#include "workers/transport.h"

namespace tarry::analysis {

// Fills in the times of partners in `processes`, which are those of this worker. Collective over
// the transport.
base::Status match_messages(std::vector<ProcessRecords>& processes,
                            const model::Definitions& definitions, const Partition& partition,
                            workers::Transport& transport, ClockError& clock_error,
                            model::Anomalies& anomalies);

}  // namespace tarry::analysis
