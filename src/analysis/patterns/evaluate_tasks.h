// SPDX-License-Identifier: BSD-3-Clause
// Waits of threads for tasks that others execute. Needs no other process. Source:
// docs/patterns/openmp.md.
#pragma once

#include <vector>

#include "analysis/records/cells.h"
#include "analysis/records/process_records.h"

namespace tarry::analysis {

// After evaluate_mpi(), to whose waits it adds. Adds to the cells of the process' locations, and to
// their instances where such a wait begins after other tasks.
void evaluate_tasks(ProcessRecords& process, std::vector<Cells>& cells);

}  // namespace tarry::analysis
