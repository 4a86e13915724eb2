// SPDX-License-Identifier: BSD-3-Clause
// Knowledge about the command lines of launchers (mpirun, srun, ...) and of wrappers that may stand
// between them and the program (env, numactl, ...): which options take values. Another one needs
// one line in the tables of launch_syntax.cpp.
#pragma once

#include <string>
#include <string_view>

namespace tarry::launch {

enum class SyntaxKind { Launcher, Wrapper };

struct LaunchSyntax {
  SyntaxKind kind;
  std::string_view names;       // file names, separated by blanks
  std::string_view one_value;   // options, without leading dashes, that take one word
  std::string_view two_values;  // options that take two words
  // Options that take none; for options in no list, the next word decides.
  std::string_view no_value;
  std::string_view ranks;  // options that give the number of processes
  // Options that change the directory in which the program is looked up.
  std::string_view directory;
  int positionals = 0;         // number of its own words before the program
  bool assignments = false;    // NAME=VALUE words may come before the program
  bool attached = false;       // short options may have their value attached, like -n4
  bool many_programs = false;  // several programs are possible: `launcher A : B`
};

// Returns the syntax of `program` (a path or name), or nullptr if it is neither launcher nor
// wrapper.
const LaunchSyntax* find_syntax(const std::string& program);

// Returns whether `word` is in one of the blank-separated lists above.
bool in_list(std::string_view list, std::string_view word);

}  // namespace tarry::launch
