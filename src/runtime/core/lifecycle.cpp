// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/lifecycle.h"

#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/experiment_files.h"
#include "runtime/core/adaptive_filter.h"
#include "runtime/core/call_stack_life.h"
#include "runtime/core/call_tree.h"
#include "runtime/core/counter_choice.h"
#include "runtime/core/definitions_log.h"
#include "runtime/core/disk_room.h"
#include "runtime/core/drain.h"
#include "runtime/core/environment.h"
#include "runtime/core/modules.h"
#include "runtime/core/on_own_account.h"
#include "runtime/core/pause.h"
#include "runtime/core/process.h"
#include "runtime/core/recording_windows.h"
#include "runtime/core/region_filter.h"
#include "runtime/core/switches.h"
#include "runtime/core/thread_log.h"

namespace tarry::runtime::core {
namespace {

using trace::eventlog::RecordKind;

constinit ExitHook exit_hooks[2] = {};

// Destructors of the program's own thread-specific data may call instrumented functions, so ours
// waits for the last pass over them. The thread's state is gone after this, so it leaves the list
// whatever the phase of the process.
void on_thread_exit(void* state) {
  if (phase() == Phase::Forked) return;
  if (++static_cast<ThreadState*>(state)->exit_rounds < PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(process.thread_key, state);
    return;
  }
  ThreadState& thread = *static_cast<ThreadState*>(state);
  if (thread.calls_since.load(std::memory_order_relaxed) != ThreadState::kNever) drain();
  end_papi_set(thread);
  const QuietSection quiet;
  if (phase() == Phase::Ended)
    forget_thread(thread);
  else
    end_thread_log(thread);
}

// The events of a forking thread take the slow path, which finds out whether it runs in the child.
void before_fork() { this_thread.limit.store(0, std::memory_order_relaxed); }

void after_fork_in_parent() {
  if (measured() && this_thread.quiet_depth == 0) const QuietSection reopens_the_hot_path;
}

void after_fork_in_child() {
  forget_switches();
  if (phase() != Phase::Inert) process.phase.store(Phase::Forked, std::memory_order_relaxed);
}

// Creates <experiment>/raw/<host>-<pid>, with a number appended if a process had that id before.
bool create_directory() {
  char* path = process.directory;
  constexpr std::size_t kSize = sizeof process.directory;
  std::snprintf(path, kSize, "%s/%s", process.experiment_path, base::kRawFolder);
  if (mkdir(path, 0777) != 0 && errno != EEXIST) return false;
  constexpr int kTries = 1000;
  for (int i = 1; i < kTries; ++i) {
    const int length = std::snprintf(path, kSize, "%s/%s/%s-%d", process.experiment_path,
                                     base::kRawFolder, process.host, static_cast<int>(process.pid));
    if (i > 1) std::snprintf(path + length, kSize - length, "-%d", i);
    if (mkdir(path, 0777) == 0) return true;
    if (errno != EEXIST) return false;
  }
  return false;
}

void write_first_definitions() {
  static constinit char program[PATH_MAX];
  DefinitionLine("tarry-definitions").number(3);
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program);
  DefinitionLine("program").text(program, length < 0 ? 0 : static_cast<std::size_t>(length));
  if (!library_has_mpi()) define_process(0, 1);
  if (process.wrong_setting != nullptr) {
    char text[128];
    std::snprintf(text, sizeof text, "the value of %s is not allowed; its default %s was used",
                  process.wrong_setting->variable, process.wrong_setting->default_value);
    note(text);
  }
  if (filter_problem() != nullptr) note(filter_problem());
}

void start_quietly() {
  if (phase() != Phase::Armed) return;
  if (!create_directory()) {
    process.directory[0] = '\0';
    process.phase.store(Phase::Failed, std::memory_order_relaxed);
    return;
  }
  write_first_definitions();
  restore_environment();
  process.wants_pause.store(process.settings.paused, std::memory_order_relaxed);
  process.is_outside.store(begins_outside(), std::memory_order_relaxed);
  const bool is_off = process.wants_pause || process.is_outside;
  if (is_off) process.pauses = 1;
  process.phase.store(is_off ? Phase::Paused : Phase::Recording, std::memory_order_relaxed);
}

// Ends every log that is still open, and records the end of the program in this thread's log.
void end_logs(int status) {
  ThreadState& thread = this_thread;
  if (phase() != Phase::Stopped) {
    if (!thread.began && gettid() == process.pid) begin_thread_log(thread);
    if (thread.log.header() != nullptr) {
      drain_switches(thread);
      note_pauses(thread);
      append(thread, RecordKind::ProgramEnd, now(),
             static_cast<std::uint64_t>(static_cast<std::int64_t>(status)));
    }
  }
  const bool was_stopped = phase() == Phase::Stopped;
  process.phase.store(Phase::Ended, std::memory_order_relaxed);
  const ClockReading end = read_clocks();
  for (ThreadState* open = process.threads; open != nullptr; open = open->next) {
    open->limit.store(0, std::memory_order_relaxed);
    if (!was_stopped) drain_switches(*open);
    open->switches_due.store(ThreadState::kNever, std::memory_order_relaxed);
    open->log.header()->latest = end;
    open->log.header()->complete = 1;
    complete_call_tree(*open);
  }
  note_missing_switches();
  define_short_calls();
  close_idle_logs();
  if (thread.log.header() == nullptr) return;
  thread.log.close(process.directory, thread.cursor);
  thread.finished = true;
}

// Runs after the program's own exit handlers and destructors.
void at_exit(int status, void*) {
  int ignored = 0;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &ignored);  // the hook uses files
  const bool has_logs = (measured() && phase() != Phase::Armed) || phase() == Phase::Stopped;
  if (!has_logs || getpid() != process.pid) return;
  const OnOwnAccount on_own_account;
  define_new_modules();
  {
    const QuietSection quiet;
    end_logs(status);
    define_process(0, 1);
    trim_definitions_log();
  }
  for (const ExitHook hook : exit_hooks)
    if (hook != nullptr) hook(process.experiment_path, process.directory);
}

// In a static program, whose constructors may be instrumented, ours must come first.
constexpr int kBeforeOthers = 101;

[[gnu::constructor(kBeforeOthers)]] void arm() {
  const char* experiment = std::getenv(trace::eventlog::kExperimentVariable);
  if (experiment == nullptr || experiment[0] != '/') return;
  if (std::strlen(experiment) >= sizeof process.experiment_path) return;
  std::strcpy(process.experiment_path, experiment);
  note_disk_room();
  process.wrong_setting = trace::eventlog::read_environment_quietly(process.settings);
  load_filter();
  const char* started = std::getenv(trace::eventlog::kStartVariable);
  process.begin = start_clock(process.settings.clock);
  process.pid = getpid();
  if (started != nullptr)
    process.begun_late_ns =
        static_cast<std::int64_t>(process.begin.realtime_ns - std::strtoull(started, nullptr, 10));
  gethostname(process.host, sizeof process.host - 1);
  if (pthread_key_create(&process.thread_key, on_thread_exit) != 0) return;
  if (pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child) != 0) return;
  if (on_exit(at_exit, nullptr) != 0) return;
  choose_counters();
  stacks::begin();
  process.phase.store(Phase::Armed, std::memory_order_relaxed);
}

}  // namespace

bool start_measurement() {
  if (phase() == Phase::Armed) {
    {
      const QuietSection quiet;
      start_quietly();
    }
    const OnOwnAccount on_own_account;
    define_new_modules();
  }
  return phase() == Phase::Recording || phase() == Phase::Paused;
}

void add_exit_hook(ExitHook hook) {
  for (ExitHook& place : exit_hooks) {
    if (place == nullptr) place = hook;
    if (place == hook) return;
  }
}

[[gnu::weak]] bool library_has_mpi() { return false; }

}  // namespace tarry::runtime::core
