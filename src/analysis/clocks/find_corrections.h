// SPDX-License-Identifier: BSD-3-Clause
// Finds how the clocks of processes must be corrected so that nothing happens before what it
// follows: by as little as possible, keeping the intervals between the events of a process.
// Source: the controlled logical clock, docs/decisions/087-clock-correction.md.
#pragma once

#include <vector>

#include "analysis/records/partition.h"
#include "analysis/records/process_records.h"
#include "base/result.h"
#include "clocks/corrections.h"
#include "model/definitions.h"
#include "workers/transport.h"

namespace tarry::analysis {

// `processes` are those of this worker; their messages are matched. All workers get the same
// result, whatever their number: no corrections if there are none that satisfy all messages, which
// is counted. Collective over the transport.
base::Result<clocks::Corrections> find_corrections(const std::vector<ProcessRecords>& processes,
                                                   const model::Definitions& definitions,
                                                   const Partition& partition,
                                                   workers::Transport& transport,
                                                   model::Anomalies& anomalies);

}  // namespace tarry::analysis
