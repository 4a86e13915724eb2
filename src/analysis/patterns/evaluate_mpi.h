// SPDX-License-Identifier: BSD-3-Clause
// From matched records to severities: charges point-to-point and collective waits, settles which
// wait state a call with several completions has, and counts messages and bytes. Definition:
// docs/definitions.md, from "Limits of a wait" on.
#pragma once

#include <vector>

#include "analysis/records/cells.h"
#include "analysis/records/process_records.h"

namespace tarry::analysis {

// Returns the severities of every location of a process, by thread; times in ticks.
// `init_completion` and `finalize_wait` are those of the process.
std::vector<Cells> evaluate_mpi(ProcessRecords& process, Ticks init_completion, Ticks finalize_wait,
                                model::Anomalies& anomalies);

}  // namespace tarry::analysis
