// SPDX-License-Identifier: BSD-3-Clause
// Tells traces and their clocks apart, so that an index is never taken for that of another trace.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "model/definitions.h"
#include "timeline/timeline.h"

namespace tarry::timeline {

// Returns a hash of the trace and of how its clocks are corrected.
base::Result<std::uint64_t> index_stamp(const model::Definitions& definitions, const Place& place);

}  // namespace tarry::timeline
