// SPDX-License-Identifier: BSD-3-Clause
// Analyzes a trace and keeps the result, for `tarry analyze` and for the end of `tarry record`.
#pragma once

#include <filesystem>
#include <optional>

#include "analysis/analyze.h"
#include "base/result.h"
#include "cli/command.h"
#include "cli/processes.h"
#include "model/severity_cube.h"
#include "trace/open_trace.h"

namespace tarry::cli {

// The wishes for an analysis besides the common options.
struct AnalysisWishes {
  trace::TimeCorrection time_correction = trace::TimeCorrection::Full;
  bool made_up_times = false;               // are corrected as well, if they are to be
  std::uint64_t memory_limit = 0;           // of each process, bytes; 0: none
  std::vector<model::MetricId> left_out;    // wait states that are not looked for
  analysis::declared::PatternSet patterns;  // of the user, besides those of the catalogue
  std::string cost_model = "both";
  bool clamp_delays = false;
  bool rma_progress = false;  // calls of lock epochs wait for their targets, without evidence
  bool findings = true;
  bool samples = true;  // samples beside the trace divide the time of functions
  std::optional<model::Supposition> supposition;  // the question that is asked, if any
  // `output` is the analysis beside the trace, and the user has not chosen its name: the Cube GUI's
  // statistics of waits are written beside it, and all views of the trace have its times.
  bool is_beside = false;
};

// Analyzes the archive `anchor` and writes `output`. The cube has all warnings, including those of
// the recording. Collective over `processes`: the first one writes and gets the analysis.
base::Result<analysis::Analysis> analyze_to(const std::filesystem::path& anchor,
                                            const std::filesystem::path& output,
                                            const CommonOptions& common, const Processes& processes,
                                            const AnalysisWishes& wishes = {});

// Says what was found, and which command shows more.
void say_findings(const model::SeverityCube& cube, const std::string& shown_path,
                  const CommonOptions& common);

}  // namespace tarry::cli
