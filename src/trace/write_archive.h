// SPDX-License-Identifier: BSD-3-Clause
// Writes any trace as an OTF2 archive: a synthetic one, so that every tool for OTF2 can read it and
// tests can check that a trace from a file gives the same numbers; or a recorded one, with the
// times that its source gives.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "model/anomalies.h"
#include "model/trace_source.h"

namespace tarry::trace {

enum class Times {
  Measured,
  MadeUp  // and the source knows exactly how many events there are
};

// Writes `threads` locations at a time (0: one for each core). Replaces files of an archive that is
// in the way. Returns what of the source could not be read, and is not in the archive.
base::Result<model::Anomalies> write_archive(model::TraceSource& source,
                                             const std::filesystem::path& directory, Times times,
                                             unsigned threads = 1);

}  // namespace tarry::trace
