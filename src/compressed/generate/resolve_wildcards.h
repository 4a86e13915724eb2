// SPDX-License-Identifier: BSD-3-Clause
// Replaces what receives ask for by what they get, source, tag and bytes, so that a benchmark does
// the same in each run.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 4.4, algorithm 3.
#pragma once

#include "base/result.h"
#include "compressed/generate/progress.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// Returns whether a receive asks for any source or any tag. Linear in the size of the trace.
bool has_wildcards(const Trace& trace);

struct ResolvedTrace {
  Trace trace;
  std::uint64_t receives = 0;  // number of receives that asked for any source or tag
  // Ranks that would wait for each other if messages came in another order.
  std::vector<WaitingRank> hazard;
};

// The error says who waits for whom if the ranks do not come to their end.
base::Result<ResolvedTrace> resolve_wildcards(const Trace& trace,
                                              const ProgressOptions& options = {});

}  // namespace tarry::compressed
