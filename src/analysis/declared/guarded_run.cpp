// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/guarded_run.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fstream>
#include <new>
#include <span>

namespace tarry::analysis::declared {
namespace {

// The pieces that come through the pipe: a head, and what follows it.
struct Head {
  enum class Kind : std::uint32_t { Charges, Text, Threw, NoMemory, Done };
  Kind kind{};
  std::uint32_t count = 0;  // charges, or bytes of the text
};

// An event may take this many times longer than the processor time that it may take.
constexpr unsigned kSleepiness = 10;
constexpr std::size_t kMostLastWords = 1 << 14;

bool write_all(int pipe, const void* data, std::size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written = write(pipe, at, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    at += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

bool read_all(int pipe, void* data, std::size_t size) {
  char* at = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t got = read(pipe, at, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

// The side of the plug-in.
class Child final : public Guard {
 public:
  Child(int pipe, int last_words, const PluginLimits& limits)
      : pipe_(pipe), last_words_(last_words), limits_(limits) {}

  // Limits of time and memory. The address space holds what the analysis has already.
  void prepare() const {
    signal(SIGPROF, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, nullptr);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    if (limits_.bytes == 0) return;
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t most = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + limits_.bytes;
    const rlimit memory{most, most};
    setrlimit(RLIMIT_AS, &memory);
  }

  // The timers are set anew not for each event, but once a while, since these are system calls.
  // Other programs may keep the process from its core, so that time passes more slowly for it.
  void next_event() override {
    const auto now = std::chrono::steady_clock::now();
    if (now < set_again_) return;
    set_again_ = now + std::chrono::milliseconds(limits_.seconds * 100);
    itimerval timer{};
    timer.it_value.tv_sec = limits_.seconds;
    setitimer(ITIMER_PROF, &timer, nullptr);
    timer.it_value.tv_sec = std::time_t{limits_.seconds} * kSleepiness;
    setitimer(ITIMER_REAL, &timer, nullptr);
  }

  void take(const Charge& charge) override {
    charges_[count_++] = charge;
    if (count_ == charges_.size()) flush();
  }

  void tell(std::string_view text) override {
    say(Head::Kind::Text, text.size(), text.data(), text.size());
  }

  [[nodiscard]] int last_words() const override { return last_words_; }

  void flush() {
    say(Head::Kind::Charges, count_, charges_.data(), count_ * sizeof(Charge));
    count_ = 0;
  }

  void say(Head::Kind kind, std::size_t count = 0, const void* data = nullptr,
           std::size_t size = 0) const {
    const Head head{kind, static_cast<std::uint32_t>(count)};
    if (!write_all(pipe_, &head, sizeof head) || !write_all(pipe_, data, size)) _exit(1);
  }

 private:
  const int pipe_, last_words_;
  const PluginLimits limits_;
  std::chrono::steady_clock::time_point set_again_;
  std::array<Charge, 256> charges_;
  std::size_t count_ = 0;
};

[[noreturn]] void run_child(int pipe, int last_words, const PluginLimits& limits,
                            const std::function<void(Guard&)>& work) {
  Child child(pipe, last_words, limits);
  child.prepare();
  child.next_event();
  try {
    work(child);
    child.flush();
    child.say(Head::Kind::Done);
  } catch (const std::bad_alloc&) {
    child.say(Head::Kind::NoMemory);
  } catch (const std::exception& thrown) {
    const std::size_t length = std::min<std::size_t>(std::strlen(thrown.what()), 500);
    child.say(Head::Kind::Threw, length, thrown.what(), length);
  } catch (...) {
    child.say(Head::Kind::Threw);
  }
  _exit(0);  // nothing of the analysis is to be ended, flushed or freed
}

std::string memory_text(const PluginLimits& limits) {
  return "asked for more than " + std::to_string(limits.bytes >> 20) + " MiB of memory";
}

// What the end of the process says, if it did not say more itself.
std::string problem_of(int status, const PluginLimits& limits, const std::string& when) {
  if (!WIFSIGNALED(status)) return "ended the process";
  if (WTERMSIG(status) == SIGPROF)
    return "computed for more than " + std::to_string(limits.seconds) + " s " + when;
  if (WTERMSIG(status) == SIGALRM)
    return "spent more than " + std::to_string(limits.seconds * kSleepiness) + " s " + when;
  return "crashed with signal " + std::to_string(WTERMSIG(status));
}

// Returns whether the plug-in has said how it ended.
bool read_result(int pipe, const PluginLimits& limits, GuardedResult& result) {
  for (Head head; read_all(pipe, &head, sizeof head);) {
    if (head.kind == Head::Kind::Charges) {
      const std::size_t before = result.charges.size();
      result.charges.resize(before + head.count);
      if (!read_all(pipe, result.charges.data() + before, head.count * sizeof(Charge)))
        return false;
      continue;
    }
    std::string message(head.count, '\0');
    if (!read_all(pipe, message.data(), message.size())) return false;
    if (head.kind == Head::Kind::Text) {
      result.told += message;
      continue;
    }
    if (head.kind == Head::Kind::Threw)
      result.problem = "threw an exception" + (message.empty() ? "" : ": " + message);
    if (head.kind == Head::Kind::NoMemory) result.problem = memory_text(limits);
    return true;
  }
  return false;
}

// Reads and closes the file for them.
std::string read_last_words(int file) {
  std::string words(file < 0 ? 0 : kMostLastWords, '\0');
  const ssize_t got = words.empty() ? 0 : pread(file, words.data(), words.size(), 0);
  words.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  if (file >= 0) close(file);
  return words;
}

}  // namespace

GuardedResult run_guarded(const PluginLimits& limits, const std::function<void(Guard&)>& work,
                          std::string_view when) {
  GuardedResult result;
  int ends[2];
  if (pipe(ends) != 0) {
    result.problem = std::string("could not be started: ") + std::strerror(errno);
    return result;
  }
  const int last_words = memfd_create("last words", MFD_CLOEXEC);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    run_child(ends[1], last_words, limits, work);
  }
  close(ends[1]);
  const bool has_said = child > 0 && read_result(ends[0], limits, result);
  close(ends[0]);
  if (child < 0) {
    result.problem = std::string("could not be started: ") + std::strerror(errno);
    if (last_words >= 0) close(last_words);
    return result;
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.last_words = read_last_words(last_words);
  if (!has_said) result.problem = problem_of(status, limits, std::string(when));
  if (!result.problem.empty()) result.charges.clear();
  return result;
}

}  // namespace tarry::analysis::declared
