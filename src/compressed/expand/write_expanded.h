// SPDX-License-Identifier: BSD-3-Clause
// Writes a compressed trace as an OTF2 archive.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "compressed/expand/call_times.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

struct ExpandOptions {
  TimeChoice times = TimeChoice::Average;
  // Ranks written at a time, 0: one for each core; the archive does not depend on it.
  unsigned threads = 1;
};

// Replaces files of an archive that is already there. Returns the number of calls.
base::Result<std::uint64_t> write_expanded(const Trace& trace,
                                           const std::filesystem::path& directory,
                                           const ExpandOptions& options);

}  // namespace tarry::compressed
