// SPDX-License-Identifier: BSD-3-Clause
// Tells traces apart, so that an index is never taken for that of another trace.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "model/definitions.h"
#include "timeline/timeline.h"

namespace tarry::timeline {

// Returns a hash of the trace's file, of the definitions beside it, and of the sizes of the files
// with events; it stays the same if all are copied.
base::Result<std::uint64_t> trace_stamp(const model::Definitions& definitions, const Place& place);

}  // namespace tarry::timeline
