// SPDX-License-Identifier: BSD-3-Clause
// Turns the results of matching one-sided communication into severities: wait states, bytes, and
// pairs of processes that synchronised. Definition: docs/definitions.md, "One-sided waits".
#pragma once

#include <vector>

#include "analysis/records/cells.h"
#include "analysis/records/process_records.h"

namespace tarry::analysis {

// Adds to the cells of the locations, and to the waits that evaluate_mpi() has found.
void evaluate_rma(ProcessRecords& process, std::vector<Cells>& cells, model::Anomalies& anomalies);

}  // namespace tarry::analysis
