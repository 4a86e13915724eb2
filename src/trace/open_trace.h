// SPDX-License-Identifier: BSD-3-Clause
// Opens whatever the command line names as a trace, told by the name of the file.
#pragma once

#include <filesystem>
#include <memory>

#include "base/result.h"
#include "model/trace_source.h"
#include "trace/otf2/archive_reader.h"

namespace tarry::trace {

// A text case (.case), the parameters of a generated trace (.synth), else an OTF2 archive.
base::Result<std::unique_ptr<model::TraceSource>> open_trace(const std::filesystem::path& path,
                                                             const otf2::ReadOptions& options);

}  // namespace tarry::trace
