// SPDX-License-Identifier: BSD-3-Clause
// The counters that --metrics may name: what this machine has, and whether a list can be had here.
// The program may run on other machines; what those lack is noted in its recording.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"

namespace tarry::cli {

// An Error if a name is unknown, with near ones, or cannot be counted on this machine, with the
// reason. `source`: where the list comes from.
base::Status check_metric_list(const std::string& list, const std::string& source);

// To stdout: a line with the names of the columns, then one counter a line: kind, name, unit and
// description with tabs between them. On stderr what is known but not there, and why. Of `words`,
// if there are any, those whose names contain one; an Error if none does. Returns the exit status.
base::Result<int> print_metrics(const std::vector<std::string>& words, const CommonOptions& common);

}  // namespace tarry::cli
