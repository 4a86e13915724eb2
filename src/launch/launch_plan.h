// SPDX-License-Identifier: BSD-3-Clause
// Finds the program behind its launcher and wrappers: in `mpirun -n 4 -x A env B=1 ./app 3 :
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
  std::size_t word = 0;                // position in the command line
  std::string name;                    // as written there
  std::string directory;               // where the launcher starts it (-wdir); empty: here
  std::optional<std::uint32_t> ranks;  // if the command line says it
};

struct LaunchPlan {
  std::vector<std::string> words;  // the command line
  bool has_launcher = false;       // words[0], possibly behind wrappers
  std::string launcher;            // as written; empty without
  std::vector<PlannedProgram> programs;

  // Of all programs; nothing if one of them is unknown. 1 without a launcher.
  [[nodiscard]] std::optional<std::uint32_t> ranks() const;

  // The command line with prefixes[i] in front of program i.
  [[nodiscard]] std::vector<std::string> with_prefixes(
      const std::vector<std::vector<std::string>>& prefixes) const;
};

// `is_program` says whether a word names an executable file: it decides about options that we do
// not know. An Error if there is no program.
base::Result<LaunchPlan> plan_launch(const std::vector<std::string>& words,
                                     const std::function<bool(const std::string&)>& is_program);

}  // namespace tarry::launch
