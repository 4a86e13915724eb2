// SPDX-License-Identifier: BSD-3-Clause
// What the receives of a trace got when it was recorded.
#pragma once

#include <vector>

#include "base/result.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// Returns for each rank the actions that say what its receives got, in the order in which they were
// posted; those that were not completed are Cancelled. The error is a trace that cannot be read
// through. Thread: any.
base::Result<std::vector<std::vector<Action>>> recorded_matches(const Trace& trace);

}  // namespace tarry::compressed
