// SPDX-License-Identifier: BSD-3-Clause
// Reads the calls of one process of a trace. The calls of its threads become one stream, in the
// order in which they begin.
#pragma once

#include <vector>

#include "compressed/capture/call_assembler.h"
#include "model/trace_source.h"

namespace tarry::compressed {

// `locations` are all locations of the process, in order. Calls of all threads but the first are
// held in memory.
// Thread: any, other processes of the same source concurrently.
base::Status capture_rank(model::TraceSource& source,
                          const std::vector<model::LocationIndex>& locations,
                          const RankCommunicators& communicators, SiteTable& sites,
                          const CallAssembler::Sink& sink, model::Anomalies& anomalies);

// Returns the locations of threads by world rank.
std::vector<std::vector<model::LocationIndex>> locations_by_rank(
    const model::Definitions& definitions, std::uint32_t ranks);

}  // namespace tarry::compressed
