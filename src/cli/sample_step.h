// SPDX-License-Identifier: BSD-3-Clause
// What happens to samples after the run: their names are looked up, and a few lines say where the
// time went.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "cli/command.h"
#include "trace/finish/archive_finisher.h"

namespace tarry::cli {

// The samples in `experiment`, with names; `events` of the result are samples.
base::Result<trace::finish::FinishedArchive> finish_samples(
    const std::filesystem::path& experiment);

// Says on stderr in which functions the threads were most of the time.
base::Status say_sampled_functions(const std::filesystem::path& experiment,
                                   const CommonOptions& common);

}  // namespace tarry::cli
