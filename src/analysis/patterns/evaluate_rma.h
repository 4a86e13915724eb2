// SPDX-License-Identifier: BSD-3-Clause
// What matching has found of one-sided communication, as severities: wait states, bytes, and pairs
// of processes that synchronised. Definition: docs/definitions.md, "One-sided waits".
#pragma once

#include <vector>

#include "analysis/records/cells.h"
#include "analysis/records/process_records.h"

namespace tarry::analysis {

// After evaluate_mpi(), to whose waits it adds. Adds to the cells of the process' locations.
void evaluate_rma(ProcessRecords& process, std::vector<Cells>& cells, model::Anomalies& anomalies);

}  // namespace tarry::analysis
