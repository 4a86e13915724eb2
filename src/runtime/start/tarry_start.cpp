// SPDX-License-Identifier: BSD-3-Clause
// Stands between a launcher and the program to be measured:
//   tarry-start --preload LIBRARY... --set NAME=VALUE... [--wait-like gcc] -- program arguments
// Launchers differ in how they pass the environment to remote processes, and must not be measured
// themselves; so `tarry record` puts this program behind the launcher. It sets the variables and
// then becomes the program. The right spinning time of an OpenMP runtime depends on the cores of
// each process, so it is determined here (gcc_waiting.h). Here it also turns out whether this host
// sees the experiment directory (hosts/host_folder.h).
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "hosts/host_folder.h"
#include "runtime/start/gcc_waiting.h"
#include "trace/eventlog/settings.h"

namespace {

// The exit codes are those of a shell.
constexpr int kNotExecutable = 126;
constexpr int kNotFound = 127;
constexpr int kUsage = 2;

struct Plan {
  std::string preload;  // separated by colons
  std::vector<std::string> variables;
  bool waits_like_gcc = false;
  char** program = nullptr;
};

int fail(int status, const char* what, const char* where, const char* hint) {
  std::fprintf(stderr, "tarry-start: %s: %s%s%s%s\n", what, where, hint[0] == '\0' ? "" : " (",
               hint, hint[0] == '\0' ? "" : ")");
  return status;
}

bool parse(int argc, char** argv, Plan& plan) {
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--") {
      if (i + 1 < argc) plan.program = argv + i + 1;
      return plan.program != nullptr;
    }
    if (i + 1 == argc) return false;
    const std::string value = argv[++i];
    if (option == "--preload")
      plan.preload += (plan.preload.empty() ? "" : ":") + value;
    else if (option == "--wait-like" && value == "gcc")
      plan.waits_like_gcc = true;
    else if (option == "--set" && value.find('=') != std::string::npos && value[0] != '=')
      plan.variables.push_back(value);
    else
      return false;
  }
  return false;
}

// Our library comes first, because it interposes; a static program needs none. The user's own
// libraries stay and get the variable back later.
void set_preload(const std::string& ours) {
  const char* users = std::getenv("LD_PRELOAD");
  std::string all = ours;
  if (users != nullptr && users[0] != '\0') {
    setenv(tarry::trace::eventlog::kUserPreloadVariable, users, 1);
    all += std::string(all.empty() ? "" : ":") + users;
  } else {
    unsetenv(tarry::trace::eventlog::kUserPreloadVariable);
  }
  if (!all.empty()) setenv("LD_PRELOAD", all.c_str(), 1);
}

// Keeps what the runtime needs to start other programs like this one.
void keep_words(int argc, char** argv, char** program) {
  std::string words;
  for (int i = 0; i < argc && argv + i != program; ++i)
    words += (i == 0 ? "" : "\n") + std::string(argv[i]);
  setenv(tarry::trace::eventlog::kStartWordsVariable, words.c_str(), 1);
}

// Lets the processes of a host that does not see the experiment directory record in a folder of
// their own. Without that folder, they are not recorded.
void choose_folder() {
  namespace eventlog = tarry::trace::eventlog;
  const char* const experiment = std::getenv(eventlog::kExperimentVariable);
  const char* const start = std::getenv(eventlog::kStartVariable);
  if (experiment == nullptr || start == nullptr) return;
  if (tarry::hosts::sees_experiment(experiment, start)) return;
  const std::filesystem::path folder = tarry::hosts::host_folder(start);
  if (tarry::hosts::make_host_folder(folder))
    setenv(eventlog::kExperimentVariable, folder.c_str(), 1);
}

}  // namespace

int main(int argc, char** argv) {
  Plan plan;
  if (!parse(argc, argv, plan))
    return fail(kUsage, "wrong usage",
                "expected [--preload LIBRARY]... [--set NAME=VALUE]... [--wait-like gcc] -- "
                "program [arguments]",
                "");
  if (plan.waits_like_gcc)
    for (std::string& variable : tarry::runtime::start::variables_to_wait_like_gcc())
      plan.variables.push_back(std::move(variable));
  for (const std::string& variable : plan.variables) {
    const std::size_t equals = variable.find('=');
    setenv(variable.substr(0, equals).c_str(), variable.c_str() + equals + 1, 1);
  }
  keep_words(argc, argv, plan.program);
  choose_folder();
  set_preload(plan.preload);
  execvp(plan.program[0], plan.program);
  int error = errno;
  // Open MPI's launcher would have found the program here; other launchers reject such a name
  // before.
  if (error == ENOENT && std::strchr(plan.program[0], '/') == nullptr) {
    execv((std::string("./") + plan.program[0]).c_str(), plan.program);
    if (errno != ENOENT) error = errno;
  }
  if (error == ENOENT && access(plan.program[0], F_OK) != 0)
    return fail(kNotFound, "program not found", plan.program[0], "is its path right on this host?");
  return fail(kNotExecutable, "cannot execute", plan.program[0], std::strerror(error));
}
