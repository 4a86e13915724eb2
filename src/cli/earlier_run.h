// SPDX-License-Identifier: BSD-3-Clause
// Reads from the experiment.json of an earlier run how to repeat it: command, directory,
// environment, start and duration.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"

namespace tarry::cli {

struct EarlierRun {
  std::vector<std::string> command;                // launcher and program as they were given
  std::string directory;                           // the directory in which it was started
  std::map<std::string, std::string> environment;  // variables that matter for a parallel program
  std::uint64_t start_ns = 0;                      // calendar time; 0: recorded by an older version
  std::optional<double> run_seconds;               // missing while it runs
  std::optional<int> exit_status;                  // missing while it runs
  std::uint32_t ranks = 0;
  std::uint64_t events = 0;  // or samples
};

// Reads the run of this experiment.
base::Result<EarlierRun> read_earlier_run(const experiment::Experiment& experiment);

// A variable that differs from the earlier run; without value: it was not set then.
struct EnvironmentChange {
  std::string name;
  std::optional<std::string> value;
};

// Returns the changes that turn the present environment into that of `run`: first removals, then
// the others, by name. Variables that identify the batch job and our own per-run settings are kept,
// except that sampling is switched off again.
std::vector<EnvironmentChange> environment_changes(const EarlierRun& run);

// Thread: the only one.
void change_environment(const std::vector<EnvironmentChange>& changes);

// Returns the changes as the begin of a command line, "env -u A B=1", or nothing if there are none.
std::vector<std::string> as_command(const std::vector<EnvironmentChange>& changes);

}  // namespace tarry::cli
