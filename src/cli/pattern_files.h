// SPDX-License-Identifier: BSD-3-Clause
// Patterns of the user's own, from the files that --pattern names.
#pragma once

#include <string>
#include <vector>

#include "analysis/declared/pattern.h"
#include "base/result.h"
#include "cli/processes.h"
#include "model/metric.h"

namespace tarry::cli {

// Reads and checks all files. A pattern cannot be part of a metric that is `left_out`. Collective:
// the first process reads texts, and each loads libraries.
base::Result<analysis::declared::PatternSet> read_pattern_files(
    const std::vector<std::string>& files, const std::vector<model::MetricId>& left_out,
    const Processes& processes);

}  // namespace tarry::cli
