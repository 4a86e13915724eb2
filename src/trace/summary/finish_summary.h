// SPDX-License-Identifier: BSD-3-Clause
// The last steps of a summary, after all processes have ended. Their files in <experiment>/raw
// become one file per process in <experiment>/summary, however the processes ended, and these
// become summary.cubex.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/result.h"
#include "trace/finish/archive_finisher.h"

namespace tarry::trace::summary {

// True if the processes of `experiment` have left call trees in raw/.
bool has_call_trees(const std::filesystem::path& experiment);

// Must be called before the logs are converted, because the logs of killed processes contain the
// end of their summaries. Processes without call trees are left out. `threads`: number of threads;
// 0: all cores.
base::Status gather_summaries(const std::filesystem::path& experiment, unsigned threads);

// Writes summary.cubex. The call may be repeated as long as the files are there that it is made of,
// those of gather_summaries() and raw/. `archive`: that of the trace of the same run, for the same
// clock. Without an archive it returns what the manifest needs, with the number of records as
// `events`.
base::Result<trace::finish::FinishedArchive> write_summary(
    const std::filesystem::path& experiment,
    const std::optional<trace::finish::FinishedArchive>& archive);

}  // namespace tarry::trace::summary
