// SPDX-License-Identifier: BSD-3-Clause
// Writes any trace as an OTF2 archive. With it, every tool for OTF2 can read a synthetic trace, and
// tests check that a trace from a file gives the same numbers.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "model/trace_source.h"

namespace tarry::trace::synthetic {

// Writes `threads` locations at a time (0: one for each core). Replaces files of an archive that is
// in the way.
base::Status write_archive(model::TraceSource& source, const std::filesystem::path& directory,
                           unsigned threads = 1);

}  // namespace tarry::trace::synthetic
