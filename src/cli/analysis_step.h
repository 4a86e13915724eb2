// SPDX-License-Identifier: BSD-3-Clause
// Analyse a trace and keep the result: what `tarry analyze` does and `tarry record` does at its
// end.
#pragma once

#include <filesystem>
#include <optional>

#include "analysis/analyze.h"
#include "base/result.h"
#include "cli/command.h"
#include "cli/processes.h"
#include "model/severity_cube.h"

namespace tarry::cli {

// What is asked of the analysis besides the common options.
struct AnalysisWishes {
  bool correct_clocks = true;
  std::uint64_t memory_limit = 0;         // of each process, bytes; 0: none
  std::vector<model::MetricId> left_out;  // wait states not to be looked for
  std::string cost_model = "both";
  bool clamp_delays = false;
  bool findings = true;
  bool samples = true;  // those beside the trace divide the time of functions
  std::optional<model::Supposition> supposition;  // what would come of it?
};

// Analyses the archive `anchor` and writes `output`. The cube has all warnings, those of the
// recording included. Collective over `processes`: the first writes and gets the analysis.
base::Result<analysis::Analysis> analyze_to(const std::filesystem::path& anchor,
                                            const std::filesystem::path& output,
                                            const CommonOptions& common, const Processes& processes,
                                            const AnalysisWishes& wishes = {});

// Says what was found, and which command shows more.
void say_findings(const model::SeverityCube& cube, const std::string& shown_path,
                  const CommonOptions& common);

}  // namespace tarry::cli
