// SPDX-License-Identifier: BSD-3-Clause
// The trees that a measured process left beside its logs, with what its logs still hold: a process
// that was killed has not folded the last of it. Format: docs/formats/call-tree.md.
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "trace/summary/process_summary.h"

namespace tarry::trace::summary {

// The counters that the readings of a process show.
CounterTable counter_table(const trace::eventlog::ProcessDefinitions& definitions);

// One <log>.tree, with the rest of <log>.log folded into it and ended. An Error if there is no file
// or it is not a tree; whatever numbers it holds are checked.
base::Result<LoadedTree> load_tree(const std::filesystem::path& path, const CounterTable& counters);

// All of a process' folder, by thread. What cannot be read is counted in `anomalies`.
base::Result<std::vector<LoadedTree>> load_trees(const std::filesystem::path& directory,
                                                 const CounterTable& counters,
                                                 model::Anomalies& anomalies);

// The whole summary of the process with this folder, in its own ticks and without what its
// definitions tell of its place in the run; no threads: it has no trees. Trees that are being
// written are read as if the process were killed now.
base::Result<ProcessSummary> summarise_folder(const std::filesystem::path& directory);

}  // namespace tarry::trace::summary
