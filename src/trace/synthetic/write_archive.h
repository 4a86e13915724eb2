// SPDX-License-Identifier: BSD-3-Clause
// Writes any trace as an OTF2 archive: lets a synthetic one be read by every tool for OTF2, and
// tests that what comes back from a file gives the same numbers.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "model/trace_source.h"

namespace tarry::trace::synthetic {

// `threads` locations are written at a time (0: one for each core). Files of an archive that are in
// the way are replaced.
base::Status write_archive(model::TraceSource& source, const std::filesystem::path& directory,
                           unsigned threads = 1);

}  // namespace tarry::trace::synthetic
