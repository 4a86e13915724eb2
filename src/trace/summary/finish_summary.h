// SPDX-License-Identifier: BSD-3-Clause
// The last steps of a summary, after all processes have ended: what they left in <experiment>/raw
// becomes one file for each in <experiment>/summary, whatever way they ended, and these become
// summary.cubex.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/result.h"
#include "trace/finish/archive_finisher.h"

namespace tarry::trace::summary {

// True if the processes of `experiment` have left call trees in raw/.
bool has_call_trees(const std::filesystem::path& experiment);

// Before the logs are converted: of killed processes they hold the end of the summary. Processes
// without call trees are left out. `threads`: to work with; 0: all cores.
base::Status gather_summaries(const std::filesystem::path& experiment, unsigned threads);

// Writes summary.cubex and removes what it is made of, raw/ as well. `archive`: of the trace of the
// same run, for the same clock; without it, returns what the manifest needs to know, `events` being
// records.
base::Result<trace::finish::FinishedArchive> write_summary(
    const std::filesystem::path& experiment,
    const std::optional<trace::finish::FinishedArchive>& archive);

}  // namespace tarry::trace::summary
