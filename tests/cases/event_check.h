// SPDX-License-Identifier: BSD-3-Clause
// Compares what an analysis says about single events with its cube, and with the trace.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/severity_cube.h"
#include "model/trace_source.h"

namespace tarry::testing {

// Analyzes `source` again and visits its events. Returns one sentence for each wait state of a
// location whose single waits, or the pieces of time that they get, do not add up to that of
// `cube`, for each receive with a send that is not in the trace or that another receive has, and
// for each location that is less on the critical path than its metric says.
base::Result<std::vector<std::string>> check_events(const model::SeverityCube& cube,
                                                    model::TraceSource& source, unsigned threads,
                                                    bool rma_progress);

}  // namespace tarry::testing
