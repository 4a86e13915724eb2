// SPDX-License-Identifier: BSD-3-Clause
// Writes a trace as JSON that Chrome and Perfetto show: a process for each rank, a thread for each
// location, a slice for each visit of a region and for each wait in it, a flow for each message,
// and the counters. The worst instance of each finding is a process of its own. Source: the Trace
// Event Format of Chrome.
#pragma once

#include <filesystem>
#include <span>

#include "base/result.h"
#include "model/event_insights.h"
#include "model/insights.h"
#include "model/trace_source.h"

namespace tarry::convert {

// Replaces `output` completely or leaves it unchanged. `insights` is that of an analysis of
// `trace`.
base::Status write_chrome_trace(model::TraceSource& trace, const model::InsightSource& insights,
                                std::span<const model::Finding> findings,
                                const std::filesystem::path& output);

}  // namespace tarry::convert
