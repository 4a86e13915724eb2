// SPDX-License-Identifier: BSD-3-Clause
// How a loss that samples show is traced: when, with which filter, by which command line of
// `tarry record`. docs/decisions/033-from-samples-to-a-trace.md
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "cli/earlier_run.h"
#include "diagnosis/trace_window.h"
#include "filter/filter.h"

namespace tarry::cli {

struct TraceWishes {
  std::string experiment;           // with the samples
  std::size_t finding = 0;          // position in the diagnosis, which has it
  std::chrono::nanoseconds length;  // of the window; above 0
  std::string directory;            // of the traced experiment; empty: beside the sampled one
  bool force = false;               // replace what is there
};

// Paths are absolute.
struct TracePlan {
  diagnosis::TraceWindow window;
  filter::TimeWindow since_start;  // the same since the start of `tarry record`
  EarlierRun sampled;
  std::vector<EnvironmentChange> environment;
  std::filesystem::path experiment;  // with the samples
  std::filesystem::path filter_file;
  std::filesystem::path directory;  // of the traced experiment
  std::string filter;               // content of the file
  std::vector<std::string> record;  // words behind "tarry"

  // For a shell.
  [[nodiscard]] std::string command() const;
};

// Whether the program can be started again, and its trace be put where it goes, as far as that is
// known without a diagnosis. Thread: any.
base::Status check_traceable(const TraceWishes& wishes);

// Reads the samples that `diagnosis` was made of, and goes to where the sampled run was started:
// the current directory and the environment become those. Errors: it cannot be started any more.
// Thread: the only one.
base::Result<TracePlan> plan_trace(const diagnosis::Diagnosis& diagnosis, const TraceWishes& wishes,
                                   const CommonOptions& common);

}  // namespace tarry::cli
