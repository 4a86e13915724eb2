// SPDX-License-Identifier: BSD-3-Clause
// Compress a trace and keep the result: what `tarry compress` does, and `tarry record --compressed`
// where there is an event trace as well.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "cli/command.h"
#include "compressed/fold/fold_options.h"
#include "compressed/model/trace.h"

namespace tarry::cli {

struct CompressWishes {
  compressed::FoldOptions fold;
  bool correct_clocks = true;
  bool as_text = false;
};

// By its name or its first bytes.
bool is_compressed_trace(const std::filesystem::path& file);

// Compresses the archive `anchor` and writes `output`.
base::Status compress_to(const std::filesystem::path& anchor, const std::filesystem::path& output,
                         const CommonOptions& common, const CompressWishes& wishes = {});

// Writes it and says what it is and what it lacks.
base::Status keep_compressed(const compressed::Trace& trace, const std::filesystem::path& output,
                             const CommonOptions& common, bool as_text);

}  // namespace tarry::cli
