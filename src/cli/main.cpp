// SPDX-License-Identifier: BSD-3-Clause
// Entry point: runs the verb that the command line asks for, turns an Error into one line on stderr
// and an exit status (0 done, 1 failed, 2 wrong usage, 3 nothing was recorded; verbs that compare
// fail with 2, too).
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

#include "base/caught.h"
#include "cli/command_line.h"
#include "cli/processes.h"
#include "report/text_escape.h"

namespace tarry::cli {
namespace {

constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr int kNothing = 3;

// If the usage is wrong, all processes that run a verb together find it out, and only the first one
// says so. The others succeed, since launchers end the first process when another one fails before
// the first has spoken.
bool is_said_by_the_first(const base::Error& error, const Command* command) {
  return error.code == base::ErrorCode::Usage && command != nullptr && command->runs_together() &&
         !is_first_of_launch();
}

// Prints the error and returns the exit status. `who` is for example "tarry report"; `command` is
// the verb, if it is known.
int explain(const std::string& who, const base::Error& error, const Command* command) {
  if (is_said_by_the_first(error, command)) return 0;
  fmt::print(stderr, "{}: {}\n", who, report::one_line(error.message()));
  if (error.code == base::ErrorCode::Usage) return kUsage;
  if (error.code == base::ErrorCode::Nothing) return kNothing;
  return command == nullptr ? kFailed : command->status_of_failure();
}

int run_command(Command& command, const CommonOptions& common) {
  const std::string who = "tarry " + command.name();
  base::Result<int> status = kFailed;
  // Exceptions end here: the verbs return Errors, but memory can run out anywhere.
  try {
    status = command.run(common);
  } catch (const std::exception& caught) {
    status = base::error_of(caught, "");
  }
  const bool stdout_failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  if (!status.ok()) return explain(who, status.error(), &command);
  if (!stdout_failed) return *status;
  return explain(who,
                 {base::ErrorCode::Io, "cannot write to standard output", "", "is the disk full?"},
                 &command);
}

const Command* named(const Commands& commands, const std::string& verb) {
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [&](const auto& command) { return command->name() == verb; });
  return found == commands.end() ? nullptr : found->get();
}

int run(std::vector<std::string> words) {
  CommonOptions common;
  const Commands commands = make_commands();
  const Command* const command = named(commands, words.empty() ? "" : words[0]);
  const base::Result<Request> request = read_command_line(commands, common, std::move(words));
  if (!request.ok())
    return explain(command == nullptr ? "tarry" : "tarry " + command->name(), request.error(),
                   command);
  if (request->command != nullptr) return run_command(*request->command, common);
  fmt::print("{}", request->text);
  return std::fflush(stdout) == 0 ? 0 : kFailed;
}

}  // namespace
}  // namespace tarry::cli

int main(int argc, char** argv) {
  return tarry::cli::run({argv + (argc > 0 ? 1 : 0), argv + argc});
}
