// SPDX-License-Identifier: BSD-3-Clause
#include "cli/view_server.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <spawn.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>

#include "cli/http_library.h"
#include "cli/installation.h"
#include "cli/messages.h"
#include "cli/view_service.h"

namespace tarry::cli {
namespace {

using base::Error;

// While it lives, the process and the threads that it starts do not end by these signals: they wait
// for wait().
class EndSignals {
 public:
  EndSignals() {
    sigemptyset(&signals_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals_, signal);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  }
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;
  // A second Ctrl-C does not end the process while it ends.
  ~EndSignals() {
    const timespec now{};
    while (sigtimedwait(&signals_, nullptr, &now) > 0) continue;
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

  void wait() const {
    int signal = 0;
    sigwait(&signals_, &signal);
  }
  [[nodiscard]] const sigset_t& before() const { return before_; }

 private:
  sigset_t signals_{}, before_{};
};

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// The browser gets a session of its own, so that Ctrl-C does not end it, and what it prints is not
// for our user.
void open_browser(const std::string& address, const sigset_t& signals) {
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return;
  std::string name = "xdg-open", argument = address;
  char* arguments[] = {name.data(), argument.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
  pid_t child = 0;
  posix_spawnp(&child, arguments[0], &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
}

}  // namespace

base::Status serve_view(const explorer::Session& session, const std::string& page,
                        const ViewOptions& options, const CommonOptions& common) {
  TRY_ASSIGN(const Installation installation, find_installation());
  TRY_ASSIGN(const std::unique_ptr<http::Server> server, open_server(installation, options.port));
  const ViewService service(session, page, random_token(), server->port());
  const EndSignals signals;
  std::atomic<bool> is_over = false;
  bool served = true;
  std::thread answering([&] {
    served = server->run(service);
    is_over = true;
    kill(getpid(), SIGTERM);
  });
  for (const auto& report : session.reports()) report->add_up_ahead();
  fmt::print("{}\n", service.address());
  std::fflush(stdout);
  say(common, "open this address in a browser; Ctrl-C ends");
  if (options.browser) open_browser(service.address(), signals.before());
  signals.wait();
  const bool has_failed = is_over && !served;
  if (!is_over) server->stop();
  answering.join();
  if (has_failed) return Error{base::ErrorCode::Failed, "the server has failed", "", ""};
  return base::kOk;
}

}  // namespace tarry::cli
