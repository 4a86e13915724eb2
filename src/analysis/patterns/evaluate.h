// SPDX-License-Identifier: BSD-3-Clause
// From matched records to severities: applies the point-to-point patterns, settles which wait state
// a call with several completions has, keeps every charge within its region instance, and counts
// messages and bytes. Definition: docs/definitions.md, from "Limits of a wait" on.
#pragma once

#include <vector>

#include "analysis/records/cells.h"
#include "analysis/records/process_records.h"

namespace tarry::analysis {

// The severities of every location of one process, by thread; times in ticks. `init_completion` and
// `finalize_wait` are the process' own.
std::vector<Cells> evaluate(ProcessRecords& process, Ticks init_completion, Ticks finalize_wait,
                            model::Anomalies& anomalies);

}  // namespace tarry::analysis
