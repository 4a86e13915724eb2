// SPDX-License-Identifier: BSD-3-Clause
// Plans the trace of a loss that samples show: its time window, its filter and the command line of
// `tarry record`. Reasons: docs/decisions/033-from-samples-to-a-trace.md
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
  std::size_t finding = 0;          // position in the diagnosis, which must have it
  std::chrono::nanoseconds length;  // length of the window; above 0
  std::string directory;            // of the traced experiment; empty: beside the sampled one
  bool force = false;               // replace an existing trace
};

// Paths are absolute.
struct TracePlan {
  diagnosis::TraceWindow window;
  filter::TimeWindow since_start;  // the window since the start of `tarry record`
  EarlierRun sampled;
  std::vector<EnvironmentChange> environment;
  std::filesystem::path experiment;  // with the samples
  std::filesystem::path filter_file;
  std::filesystem::path directory;  // of the traced experiment
  std::string filter;               // content of the file
  std::vector<std::string> record;  // words after "tarry"

  // Returns the command for a shell.
  [[nodiscard]] std::string command() const;
};

// Returns an Error if the program cannot be started again or its trace cannot be written, as far as
// that is known without a diagnosis. Thread: any.
base::Status check_traceable(const TraceWishes& wishes);

// Reads the samples that `diagnosis` was made of, and changes the current directory and the
// environment to those of the sampled run. Returns an Error if that run cannot be started any more.
// Thread: the only one.
base::Result<TracePlan> plan_trace(const diagnosis::Diagnosis& diagnosis, const TraceWishes& wishes,
                                   const CommonOptions& common);

}  // namespace tarry::cli
