// SPDX-License-Identifier: BSD-3-Clause
// Opens an OTF2 archive of any writer as a TraceSource.
#pragma once

#include <filesystem>
#include <memory>

#include "base/result.h"
#include "model/trace_source.h"

namespace tarry::trace::otf2 {

struct ReadOptions {
  bool correct_clocks = true;  // false: times as recorded, without the clock offsets
};

// `path` is traces.otf2 or the directory that contains it.
//
// Behind the regions of the trace, Definitions::regions has one named "(undefined region)" that
// stands for ids without a definition, and one for the program if the trace has none for it.
base::Result<std::unique_ptr<model::TraceSource>> open_archive(const std::filesystem::path& path,
                                                               const ReadOptions& options = {});

}  // namespace tarry::trace::otf2
