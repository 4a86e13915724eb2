// SPDX-License-Identifier: BSD-3-Clause
// Tells traces apart, so that what was found out about one is never taken for another.
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/result.h"
#include "model/definitions.h"

namespace tarry::trace {

// Returns a hash of the trace's file, of the definitions beside it, and of the sizes of the files
// with events; it stays the same if all are copied.
base::Result<std::uint64_t> trace_stamp(const model::Definitions& definitions,
                                        const std::filesystem::path& trace);

}  // namespace tarry::trace
