// SPDX-License-Identifier: BSD-3-Clause
// The trees that a measured process left beside its logs, completed from the logs: a killed process
// has not folded the last records. Format: docs/formats/call-tree.md.
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "trace/summary/process_summary.h"

namespace tarry::trace::summary {

// The counters that the readings of a process show.
CounterTable counter_table(const trace::eventlog::ProcessDefinitions& definitions);

// Loads one <log>.tree, folds the rest of <log>.log into it and ends it. Returns an error if there
// is no file or it is not a tree; every number in it is checked.
base::Result<LoadedTree> load_tree(const std::filesystem::path& path, const CounterTable& counters);

// Loads all trees of a process' folder, by thread. Unreadable ones are counted in `anomalies`.
base::Result<std::vector<LoadedTree>> load_trees(const std::filesystem::path& directory,
                                                 const CounterTable& counters,
                                                 model::Anomalies& anomalies);

// Returns the whole summary of the process with this folder, in its own ticks and without what its
// definitions say about its place in the run. No threads means that it has no trees. Trees that are
// being written are read as if the process were killed now.
base::Result<ProcessSummary> summarise_folder(const std::filesystem::path& directory);

}  // namespace tarry::trace::summary
