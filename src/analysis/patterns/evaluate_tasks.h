// SPDX-License-Identifier: BSD-3-Clause
// Waits of threads for tasks that other threads of the process execute. Definition:
// docs/patterns/openmp.md.
#pragma once

#include <vector>

#include "analysis/records/cells.h"
#include "analysis/records/process_records.h"

namespace tarry::analysis {

// Adds to the cells of the locations, to the waits that evaluate_mpi() has found, and to the
// instances where such a wait begins after other tasks.
void evaluate_tasks(ProcessRecords& process, std::vector<Cells>& cells);

}  // namespace tarry::analysis
