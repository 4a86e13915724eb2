// SPDX-License-Identifier: BSD-3-Clause
// What we know about the command lines of launchers (mpirun, srun, ...) and of wrappers that may
// stand between them and the program (env, numactl, ...): which options take values. A new one is
// one line in the tables of launch_syntax.cpp.
#pragma once

#include <string>
#include <string_view>

namespace tarry::launch {

enum class SyntaxKind { Launcher, Wrapper };

struct LaunchSyntax {
  SyntaxKind kind;
  std::string_view names;       // file names, separated by blanks
  std::string_view one_value;   // options, less their leading dashes, that take one word
  std::string_view two_values;  // ... two words
  std::string_view no_value;    // ... none; for what is in no list, the next word decides
  std::string_view ranks;       // those that give the number of processes
  std::string_view directory;   // those that change the directory the program is looked up in
  int positionals = 0;          // words of its own before the program
  bool assignments = false;     // NAME=VALUE words before the program
  bool attached = false;        // -n4: short options may have their value attached
  bool many_programs = false;   // `launcher A : B`
};

// The syntax of `program` (a path or name), or nullptr if it is neither launcher nor wrapper.
const LaunchSyntax* find_syntax(const std::string& program);

// Whether `word` stands in one of the blank-separated lists above.
bool in_list(std::string_view list, std::string_view word);

}  // namespace tarry::launch
