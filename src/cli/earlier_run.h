// SPDX-License-Identifier: BSD-3-Clause
// What the experiment.json of an earlier run says of how it was made, to make it again: the
// command, where, in which environment, when and how long.
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
  std::string directory;                           // where that was
  std::map<std::string, std::string> environment;  // variables that matter for a parallel program
  std::uint64_t start_ns = 0;         // by the calendar; 0: not known, by an older version
  std::optional<double> run_seconds;  // not while it runs
  std::optional<int> exit_status;     // likewise
  std::uint32_t ranks = 0;
  std::uint64_t events = 0;  // or samples
};

// Of the run whose experiment directory this is.
base::Result<EarlierRun> read_earlier_run(const experiment::Experiment& experiment);

// A variable that is not as it was then; without value: that was not set.
struct EnvironmentChange {
  std::string name;
  std::optional<std::string> value;
};

// What makes the present environment that of `run`: removals, then the others, by name. Left as
// they are: what says which job of a batch system this is, and settings of ours, which are for each
// run alone; but that samples be taken is taken back.
std::vector<EnvironmentChange> environment_changes(const EarlierRun& run);

// Thread: the only one.
void change_environment(const std::vector<EnvironmentChange>& changes);

// The same as the begin of a command line, "env -u A B=1"; empty without changes.
std::vector<std::string> as_command(const std::vector<EnvironmentChange>& changes);

}  // namespace tarry::cli
