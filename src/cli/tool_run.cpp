// SPDX-License-Identifier: BSD-3-Clause
#include "cli/tool_run.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace tarry::cli {
namespace {

constexpr std::array kFromTerminal = {SIGINT, SIGQUIT, SIGHUP};

// While it lives, interrupts do not end this process. The tool gets the signal handling that was
// there before.
class Interruptions {
 public:
  Interruptions() {
    sigemptyset(&defaults_);
    for (std::size_t i = 0; i < kFromTerminal.size(); ++i) {
      before_[i] = std::signal(kFromTerminal[i], SIG_IGN);
      if (before_[i] == SIG_DFL) sigaddset(&defaults_, kFromTerminal[i]);
    }
  }
  ~Interruptions() {
    for (std::size_t i = 0; i < kFromTerminal.size(); ++i)
      if (before_[i] != SIG_ERR) std::signal(kFromTerminal[i], before_[i]);
  }
  Interruptions(const Interruptions&) = delete;
  Interruptions& operator=(const Interruptions&) = delete;

  [[nodiscard]] const sigset_t* defaults() const { return &defaults_; }

 private:
  using Handler = void (*)(int);
  std::array<Handler, kFromTerminal.size()> before_{};
  sigset_t defaults_{};
};

// Starts the tool and returns 0 or the error. `output` is the descriptor for both streams, or -1.
int start(const std::vector<std::string>& command, const sigset_t* defaults, int output,
          pid_t& child) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output >= 0) {
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const int error =
      posix_spawnp(&child, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

base::Result<ToolRun> run_tool(const std::vector<std::string>& command, ToolOutput output) {
  int ends[2] = {-1, -1};
  if (output == ToolOutput::Kept && pipe2(ends, O_CLOEXEC) != 0)
    return base::Error{base::ErrorCode::Io, "cannot create a pipe", "", std::strerror(errno)};
  const Interruptions interruptions;
  ToolRun run;
  pid_t child = 0;
  const int error = start(command, interruptions.defaults(), ends[1], child);
  if (output == ToolOutput::Kept) close(ends[1]);
  if (error == 0 && output == ToolOutput::Kept) {
    char buffer[4096];
    for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;)
      run.output.append(buffer, static_cast<std::size_t>(n));
  }
  if (output == ToolOutput::Kept) close(ends[0]);
  if (error == ENOENT)
    return base::Error{base::ErrorCode::NotFound, "compiler not found", command[0],
                       "is it in the PATH?"};
  if (error != 0)
    return base::Error{base::ErrorCode::Failed, "cannot run the compiler", command[0],
                       std::strerror(error)};
  run.status = wait_for(child);
  return run;
}

}  // namespace tarry::cli
