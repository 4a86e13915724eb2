// SPDX-License-Identifier: BSD-3-Clause
// Opens a trace that the command line names; the name of the file tells its kind.
#pragma once

#include <filesystem>
#include <memory>

#include "base/result.h"
#include "model/trace_source.h"
#include "trace/otf2/archive_reader.h"

namespace tarry::trace {

// Opens a text case (.case), the parameters of a generated trace (.synth), or else an OTF2 archive.
base::Result<std::unique_ptr<model::TraceSource>> open_trace(const std::filesystem::path& path,
                                                             const otf2::ReadOptions& options);

}  // namespace tarry::trace
