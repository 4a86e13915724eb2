// SPDX-License-Identifier: BSD-3-Clause
// The list of verbs.
#include "cli/command.h"

namespace tarry::cli {

// make_<verb>_command() is defined in <verb>_command.cpp.
std::unique_ptr<Command> make_record_command();
std::unique_ptr<Command> make_instrument_command();
std::unique_ptr<Command> make_analyze_command();
std::unique_ptr<Command> make_report_command();

std::vector<std::unique_ptr<Command>> make_commands() {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(make_record_command());
  commands.push_back(make_instrument_command());
  commands.push_back(make_analyze_command());
  commands.push_back(make_report_command());
  return commands;
}

}  // namespace tarry::cli
