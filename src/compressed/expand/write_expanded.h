// SPDX-License-Identifier: BSD-3-Clause
// A compressed trace as an OTF2 archive.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "compressed/expand/call_times.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

struct ExpandOptions {
  TimeChoice times = TimeChoice::Average;
  unsigned threads = 1;  // ranks written at a time, 0: one for each core; no matter for the archive
};

// Files of an archive that are in the way are replaced. Returns the number of calls.
base::Result<std::uint64_t> write_expanded(const Trace& trace,
                                           const std::filesystem::path& directory,
                                           const ExpandOptions& options);

}  // namespace tarry::compressed
