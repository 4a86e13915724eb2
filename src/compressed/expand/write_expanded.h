// SPDX-License-Identifier: BSD-3-Clause
// Writes a compressed trace as an OTF2 archive.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "compressed/expand/timed_calls.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// Writes the calls of all ranks, `threads` ranks at a time (0: one for each core); the archive does
// not depend on it. Replaces files of an archive that is already there. Returns the number of
// calls.
base::Result<std::uint64_t> write_expanded(const Trace& trace, const OpenTimedCalls& calls,
                                           const std::filesystem::path& directory,
                                           unsigned threads);

}  // namespace tarry::compressed
