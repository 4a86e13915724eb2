// SPDX-License-Identifier: BSD-3-Clause
#include "cli/end_watch.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <string>
#include <utility>

namespace tarry::cli {
namespace {

constexpr char kDone = 'd';

// Runs the watching process: it reads until the other end sends a word or is closed by the death of
// its process. It makes signal-safe calls only, since it is a copy of a process that is about to
// start MPI.
[[noreturn]] void watch(int pipe, int out, std::string_view line) {
  setsid();  // signals to the job must not reach it
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
  char word = 0;
  while (read(pipe, &word, 1) < 0) {
  }
  if (word != kDone) {
    const auto written = write(out, line.data(), line.size());
    static_cast<void>(written);
  }
  _exit(0);
}

// Returns the descriptor for the line. Open MPI's launcher ends without reading what comes on our
// stderr after our end, so the line goes to the launcher's own stderr if the launcher is our
// parent. Returns -1 if there is none.
int launchers_stderr() {
  const std::string parent = "/proc/" + std::to_string(getppid());
  std::string name;
  std::getline(std::ifstream(parent + "/comm"), name);
  const auto is = [&](std::string_view launcher) { return name.starts_with(launcher); };
  if (!is("mpirun") && !is("mpiexec") && !is("orterun") && !is("prterun")) return -1;
  return open((parent + "/fd/2").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
}

// Closes every descriptor but two: launchers wait for the ends of those that they gave to us.
void keep_only(int one, int other) {
  if (one > other) std::swap(one, other);
  if (one > 0) close_range(0, static_cast<unsigned>(one) - 1, 0);
  if (other > one + 1)
    close_range(static_cast<unsigned>(one) + 1, static_cast<unsigned>(other) - 1, 0);
  close_range(static_cast<unsigned>(other) + 1, ~0u, 0);
}

}  // namespace

EndWatch::EndWatch(std::string_view line) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  const int launcher = launchers_stderr();
  const int out = launcher >= 0 ? launcher : STDERR_FILENO;
  process_ = fork();
  if (process_ == 0) {
    keep_only(ends[0], out);
    watch(ends[0], out, line);
  }
  if (launcher >= 0) close(launcher);
  close(ends[0]);
  pipe_ = ends[1];
}

EndWatch::EndWatch(EndWatch&& other) noexcept
    : pipe_(std::exchange(other.pipe_, -1)), process_(std::exchange(other.process_, -1)) {}

EndWatch& EndWatch::operator=(EndWatch&& other) noexcept {
  dismiss();
  pipe_ = std::exchange(other.pipe_, -1);
  process_ = std::exchange(other.process_, -1);
  return *this;
}

EndWatch::~EndWatch() { dismiss(); }

void EndWatch::dismiss() {
  if (pipe_ < 0) return;
  const auto written = write(pipe_, &kDone, 1);
  static_cast<void>(written);
  close(pipe_);
  pipe_ = -1;
  if (process_ > 0) waitpid(process_, nullptr, 0);
}

}  // namespace tarry::cli
