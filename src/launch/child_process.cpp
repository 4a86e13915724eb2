// SPDX-License-Identifier: BSD-3-Clause
#include "launch/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/process_alive.h"

namespace tarry::launch {
namespace {

constexpr int kForwardAfterSeconds = 3;
constexpr int kGraceSeconds = 3;

timespec seconds_from_now(int seconds) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  now.tv_sec += seconds;
  return now;
}

bool is_past(const timespec& time) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec > time.tv_sec || (now.tv_sec == time.tv_sec && now.tv_nsec >= time.tv_nsec);
}

// The signals we wait for are blocked instead of handled, so ignored signals stay ignored.
class WaitedSignals {
 public:
  WaitedSignals() {
    sigemptyset(&set_);
    for (const int signal : {SIGCHLD, SIGINT, SIGQUIT, SIGTERM, SIGHUP}) sigaddset(&set_, signal);
    sigprocmask(SIG_BLOCK, &set_, &before_);
  }
  ~WaitedSignals() {
    // Signals that arrived for the program must not reach us afterwards.
    const timespec none{};
    while (sigtimedwait(&set_, nullptr, &none) > 0) {
    }
    sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  WaitedSignals(const WaitedSignals&) = delete;
  WaitedSignals& operator=(const WaitedSignals&) = delete;

  [[nodiscard]] const sigset_t& before() const { return before_; }

  // Returns the next signal, or 0 after a fifth of a second.
  int next(siginfo_t& info) const {
    const timespec wait{0, 200'000'000};
    const int signal = sigtimedwait(&set_, &info, &wait);
    return signal > 0 ? signal : 0;
  }

 private:
  sigset_t set_{};
  sigset_t before_{};
};

// Runs in the child: becomes the program, or tells `failure` why it cannot.
[[noreturn]] void become(const std::vector<std::string>& words, const sigset_t& signals,
                         pid_t parent, int failure) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(127);  // the parent was killed before the request took effect
  sigprocmask(SIG_SETMASK, &signals, nullptr);
  execvp(arguments[0], arguments.data());
  const int error = errno;
  (void)!write(failure, &error, sizeof error);
  _exit(127);
}

// Returns children of this process except one: processes that we inherited when the launcher ended.
std::vector<pid_t> adopted(pid_t except) {
  std::vector<pid_t> out;
  std::ifstream list("/proc/self/task/" + std::to_string(getpid()) + "/children");
  for (pid_t pid = 0; list >> pid;)
    if (pid != except) out.push_back(pid);
  return out;
}

void reap_all() {
  while (waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

// Sends SIGTERM, waits, then sends SIGKILL; children of ended processes get the same treatment.
unsigned end_strays(const WaitedSignals& signals) {
  unsigned ended = 0;
  const timespec deadline = seconds_from_now(kGraceSeconds);
  std::vector<pid_t> told;
  for (;;) {
    reap_all();
    const std::vector<pid_t> strays = adopted(0);
    if (strays.empty()) return ended;
    for (const pid_t pid : strays) {
      const bool is_new = std::find(told.begin(), told.end(), pid) == told.end();
      if (is_past(deadline))
        kill(pid, SIGKILL);
      else if (is_new)
        kill(pid, SIGTERM);
      if (is_new) ++ended;
      if (is_new) told.push_back(pid);
    }
    siginfo_t info{};
    signals.next(info);
  }
}

class Supervisor {
 public:
  Supervisor(pid_t child, const WaitedSignals& signals) : child_(child), signals_(signals) {}

  ChildEnd run() {
    int status = 0;
    while (!reap(status)) {
      siginfo_t info{};
      const int signal = signals_.next(info);
      if (signal == SIGTERM || signal == SIGHUP) pass_on(signal);
      if (signal == SIGINT || signal == SIGQUIT) interrupted(signal, info);
      if (pending_ != 0 && is_past(pass_on_at_)) pass_on(pending_);
    }
    if (WIFSIGNALED(status)) {
      end_.killed_by = WTERMSIG(status);
      end_.status = 128 + end_.killed_by;
    } else {
      end_.status = WEXITSTATUS(status);
    }
    if (end_.killed_by != 0 || end_.asked_to_stop != 0) end_.strays_ended = end_strays(signals_);
    return end_;
  }

 private:
  // Returns true once the launcher has ended.
  bool reap(int& status) const {
    int other = 0;
    for (pid_t pid; (pid = waitpid(-1, &other, WNOHANG)) > 0;) {
      if (pid != child_) continue;
      status = other;
      return true;
    }
    return false;
  }

  void pass_on(int signal) {
    kill(child_, signal);
    end_.asked_to_stop = signal;
    pending_ = 0;
  }

  // The kernel sends a terminal's signal to the whole group. A signal from elsewhere may have gone
  // to the group or to us alone, so we pass it on to the launcher only if that does not end by
  // itself.
  void interrupted(int signal, const siginfo_t& info) {
    end_.asked_to_stop = signal;
    if (info.si_code == SI_KERNEL || pending_ != 0) return;
    pending_ = signal;
    pass_on_at_ = seconds_from_now(kForwardAfterSeconds);
  }

  pid_t child_;
  const WaitedSignals& signals_;
  ChildEnd end_;
  int pending_ = 0;
  timespec pass_on_at_{};
};

// Returns the processor time of all children that have been waited for.
double processor_seconds_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

base::Result<ChildEnd> run_child(const std::vector<std::string>& words) {
  int failure[2];
  if (pipe2(failure, O_CLOEXEC) != 0)
    return base::Error{base::ErrorCode::Failed, "cannot make a pipe", "", std::strerror(errno)};
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const WaitedSignals signals;
  const double before = processor_seconds_of_children();
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) become(words, signals.before(), parent, failure[1]);
  const int fork_error = errno;
  close(failure[1]);
  int error = 0;
  if (child < 0) {
    error = fork_error;
  } else if (read(failure[0], &error, sizeof error) != sizeof error) {
    close(failure[0]);
    ChildEnd end = Supervisor(child, signals).run();
    end.processor_seconds = processor_seconds_of_children() - before;
    return end;
  }
  close(failure[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  return base::Error{base::ErrorCode::Failed, "cannot start", words.front(), std::strerror(error)};
}

unsigned wait_for_processes(const std::vector<int>& pids, unsigned seconds) {
  const timespec deadline = seconds_from_now(static_cast<int>(seconds));
  for (;;) {
    reap_all();
    const auto alive =
        static_cast<unsigned>(std::count_if(pids.begin(), pids.end(), base::is_alive));
    if (alive == 0 || is_past(deadline)) return alive;
    const timespec pause{0, 20'000'000};
    nanosleep(&pause, nullptr);
  }
}

}  // namespace tarry::launch
