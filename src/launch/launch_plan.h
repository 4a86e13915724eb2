// SPDX-License-Identifier: BSD-3-Clause
// Finds the program behind its launcher and wrappers. In `mpirun -n 4 -x A env B=1 ./app 3 :
// ./tool` the programs are ./app and ./tool, started as 4 and an unknown number of processes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace tarry::launch {

struct PlannedProgram {
  std::size_t word = 0;   // position in the command line
  std::string name;       // as the command line spells it
  std::string directory;  // where the launcher starts it (-wdir); empty for the current directory
  std::optional<std::uint32_t> ranks;  // number of processes, if the command line tells it
};

struct LaunchPlan {
  std::vector<std::string> words;  // the command line
  bool has_launcher = false;       // true if words[0] is a launcher, possibly behind wrappers
  std::string launcher;            // as the command line spells it; empty without a launcher
  std::vector<PlannedProgram> programs;

  // Returns the number of processes of all programs, or nothing if one of them is unknown. It is 1
  // without a launcher.
  [[nodiscard]] std::optional<std::uint32_t> ranks() const;

  // Returns the command line with prefixes[i] in front of program i.
  [[nodiscard]] std::vector<std::string> with_prefixes(
      const std::vector<std::vector<std::string>>& prefixes) const;
};

// `is_program` tells whether a word names an executable file, which decides about unknown options.
// Returns an Error if there is no program.
base::Result<LaunchPlan> plan_launch(const std::vector<std::string>& words,
                                     const std::function<bool(const std::string&)>& is_program);

}  // namespace tarry::launch
