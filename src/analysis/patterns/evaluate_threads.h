// SPDX-License-Identifier: BSD-3-Clause
// The waits and the management of threads of one process: fork and join, idle threads, barriers and
// locks. Definitions: docs/definitions.md, "Teams and idle threads" and
// "Thread waits".
#pragma once

#include <vector>

#include "analysis/records/cells.h"
#include "analysis/records/process_records.h"

namespace tarry::analysis {

// Adds to the cells of the locations, and to the waits that evaluate_mpi() has found. Time outside
// of regions (between a fork and the parallel region, of idle threads) is added to its metric, to
// `time` and to all metrics between them.
void evaluate_threads(ProcessRecords& process, std::vector<Cells>& cells,
                      model::Anomalies& anomalies);

}  // namespace tarry::analysis
