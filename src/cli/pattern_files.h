// SPDX-License-Identifier: BSD-3-Clause
// Patterns of the user's own, from the files that --pattern names.
#pragma once

#include <string>
#include <vector>

#include "analysis/declared/pattern.h"
#include "base/result.h"
#include "cli/option.h"
#include "cli/processes.h"
#include "model/metric.h"

namespace tarry::cli {

// Of the processor time and memory of a plug-in.
inline constexpr const char* kPatternLimits = "10,1G";

// The option --pattern-limits, whose value goes to `text`.
Option pattern_limits_option(std::string& text);

// Reads and checks all files. `limits` is the value of --pattern-limits. A pattern cannot be part
// of a metric that is `left_out`. Collective: the first process reads texts, and each loads
// libraries and files in Python.
base::Result<analysis::declared::PatternSet> read_pattern_files(
    const std::vector<std::string>& files, const std::string& limits,
    const std::vector<model::MetricId>& left_out, const Processes& processes);

}  // namespace tarry::cli
