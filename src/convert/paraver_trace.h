// SPDX-License-Identifier: BSD-3-Clause
// Writes a trace for Paraver: three files with the same name. .prv has a state wherever the
// activity of a thread changes, two events for each visit of a region, events for collective
// operations, wait states and counters, and a communication for each message; .pcf has the names of
// what is in it, .row those of the objects. Source of the format: src/merger/paraver/ of
// github.com/bsc-performance-tools/extrae, and utils/traceparser/ of
// github.com/bsc-performance-tools/paraver-kernel.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "model/event_insights.h"
#include "model/trace_source.h"

namespace tarry::convert {

// Replaces `prv` and the two files beside it. Each is complete or unchanged. `insights` is that of
// an analysis of `trace`.
base::Status write_paraver_trace(model::TraceSource& trace, const model::InsightSource& insights,
                                 const std::filesystem::path& prv);

}  // namespace tarry::convert
