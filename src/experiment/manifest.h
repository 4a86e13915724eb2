// SPDX-License-Identifier: BSD-3-Clause
// The manifest of an experiment (experiment.json): what was run, where, and how it ended.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiment/sampling_cost.h"
#include "trace/finish/archive_finisher.h"

namespace tarry::experiment {

struct Manifest {
  std::vector<std::string> command;   // as the user gave it
  std::vector<std::string> launched;  // as it was run
  std::string directory;              // current directory
  std::string program;                // path of the first program
  std::string host;                   // where tarry ran
  std::string mpi_name;               // empty without MPI
  std::string mpi_soname;
  std::map<std::string, std::string> options;      // settings that are not at their default
  std::map<std::string, std::string> settings;     // all of them
  std::map<std::string, std::string> environment;  // variables that matter for a parallel program
  std::vector<std::string> warnings;  // what limits every finding, known before the run
  std::time_t start = 0;
  std::uint64_t start_ns = 0;  // the same in nanoseconds; times of filters count from here
  std::time_t end = 0;
  double run_seconds = 0;          // running time of the launcher
  double processor_seconds = 0;    // of the launcher and all that it has waited for
  std::optional<int> exit_status;  // none while it runs
  std::optional<trace::finish::FinishedArchive> archive;  // none until it is finished
  std::optional<SamplingCost> sampling;                   // none without samples
  std::vector<std::string> sample_warnings;  // what the samples lack, if there are events as well
};

// Returns the variables of the present environment that matter for a parallel program.
std::map<std::string, std::string> relevant_environment();

base::Status write_manifest(const std::filesystem::path& experiment, const Manifest& manifest);

// Returns all that the user should be told about the recording, one sentence each.
std::vector<std::string> all_warnings(const Manifest& manifest);

// Returns what finishing the recording adds to that.
std::vector<std::string> recording_warnings(const trace::finish::FinishedArchive& archive);

// Adds to the manifest in `experiment`, if there is one, what finishing the recording has found
// out.
base::Status complete_manifest(const std::filesystem::path& experiment,
                               const trace::finish::FinishedArchive& archive);

// The fields of a manifest that are needed after the run. A missing or damaged manifest gives the
// defaults.
struct RecordedManifest {
  std::vector<std::string> warnings;
  std::vector<std::string> sample_warnings;    // what the samples lack
  std::map<std::string, std::string> options;  // settings that are not at their default
  bool is_run_over = true;  // false if `tarry record` was ended before the run was over
};

RecordedManifest read_manifest(const std::filesystem::path& experiment);

// Returns the time in UTC, in the format of manifests and logs.
std::string iso_time(std::time_t time);

}  // namespace tarry::experiment
