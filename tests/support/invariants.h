// SPDX-License-Identifier: BSD-3-Clause
// Rules that hold for every severity cube of every trace, whatever the program did: the metric tree
// adds up, time adds up to the locations' spans, counts equal those of the records.
#pragma once

#include <string>
#include <vector>

#include "model/severity_cube.h"
#include "model/trace_source.h"

namespace tarry::testing {

// Returns one sentence per violation, none if `cube` can be the analysis of `source`. It stops
// after a few.
std::vector<std::string> check_invariants(const model::SeverityCube& cube,
                                          model::TraceSource& source);

}  // namespace tarry::testing
