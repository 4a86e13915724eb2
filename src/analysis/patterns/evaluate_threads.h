// SPDX-License-Identifier: BSD-3-Clause
// What the threads of one process have with each other: fork and join, idle threads, barriers,
// locks. Needs no other process. Definitions: docs/definitions.md, "Teams and idle threads" and
// "Thread waits".
#pragma once

#include <vector>

#include "analysis/records/cells.h"
#include "analysis/records/process_records.h"

namespace tarry::analysis {

// After evaluate_mpi(), to whose waits it adds. Adds to the cells of the process' locations. What
// is time of no region (between a fork and the parallel region, of idle threads) is added to `time`
// and all metrics between as well.
void evaluate_threads(ProcessRecords& process, std::vector<Cells>& cells,
                      model::Anomalies& anomalies);

}  // namespace tarry::analysis
