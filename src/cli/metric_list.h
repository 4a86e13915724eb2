// SPDX-License-Identifier: BSD-3-Clause
// The counters that --metrics may name: lists those of this machine, and checks whether a list of
// counters works here. The program may run on other machines; its recording notes what those lack.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"

namespace tarry::cli {

// Returns an Error if a name is unknown, with similar names, or if this machine cannot count it,
// with the reason. `source` says where the list comes from.
base::Status check_metric_list(const std::string& list, const std::string& source);

// Prints a line with the names of the columns to stdout, then one counter per line: kind, name,
// unit and description, separated by tabs. Known counters that are not available go to stderr with
// the reason. If there are `words`, only counters whose names contain one of them are shown, and it
// is an Error if there are none. Returns the exit status.
base::Result<int> print_metrics(const std::vector<std::string>& words, const CommonOptions& common);

}  // namespace tarry::cli
