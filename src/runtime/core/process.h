// SPDX-License-Identifier: BSD-3-Clause
// The state that all threads of a measured process share, and the lock that guards it. The lock is
// only ever held with all signals blocked and events of the holder switched off (QuietSection), so
// neither a signal handler nor an instrumented function that we call ourselves can deadlock on it.
#pragma once

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/types.h>

#include <atomic>
#include <cstdint>

#include "runtime/core/clock.h"
#include "runtime/core/on_own_account.h"
#include "runtime/core/process_lock.h"
#include "runtime/core/thread_state.h"
#include "trace/eventlog/settings.h"

namespace tarry::runtime::core {

enum class Phase : std::uint8_t {
  Inert,   // was never asked to measure
  Armed,   // was asked to measure, but nothing worth a file has happened yet
  Failed,  // was asked to measure, but its files could not be made; still takes part in the
           // runtime's own collective calls, in which the other processes wait
  Recording,
  Paused,
  Stopped,  // stopped by --max-trace or a full disk; events are only counted
  Ended,    // exit has been reached
  Forked,   // child of a measured process
};

struct Process {
  std::atomic<Phase> phase{Phase::Inert};
  ProcessLock lock;

  // Written by the library constructor, read-only afterwards.
  trace::eventlog::Settings settings;
  const trace::eventlog::SettingInfo* wrong_setting = nullptr;
  ClockReading begin{};
  std::int64_t begun_late_ns = 0;  // delay since the start of `tarry record`
  pid_t pid = 0;
  pthread_key_t thread_key{};  // its destructor ends a thread's log
  char experiment_path[PATH_MAX] = {};
  std::uint64_t disk_room_at_start = 0;  // bytes

  // Guarded by `lock`.
  char directory[PATH_MAX + 300] = {};  // <experiment>/raw/<host>-<pid>
  char host[256] = {};
  ThreadState* threads = nullptr;
  std::uint32_t next_thread = 1;
  std::uint64_t trace_bytes = 0;  // size of all logs, with their unfinished windows
  std::uint32_t next_region = 0;
  std::uint32_t world_size = 1;  // processes of MPI_COMM_WORLD, once MPI knows
  bool has_process_line = false;
  std::uint64_t short_calls = 0;  // sum of ShortCalls::count of ended threads
  bool truncated = false;
  bool trace_ended = false;  // by --max-trace: later records are for the summary only

  // Recording goes on when the program wants no pause and the filter keeps the present rank and
  // time.
  std::atomic<bool> wants_pause{false};
  std::atomic<bool> is_outside{false};
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  std::atomic<std::uint64_t> next_border{kNever};  // ticks of the next look at the time windows

  // The last pause; `pauses` counts them. Guarded by `lock`.
  std::atomic<std::uint32_t> pauses = 0;  // written under the lock, read without it
  EventTime paused_at;
  EventTime resumed_at;
};

extern constinit Process process;

inline Phase phase() { return process.phase.load(std::memory_order_relaxed); }

// Returns true if events are recorded now or will be from the first one on. Thread: any. Signal:
// safe.
inline bool recording() {
  const Phase now = phase();
  return now == Phase::Recording || now == Phase::Armed;
}

inline bool paused() { return phase() == Phase::Paused; }

// Returns true if this process is measured, whether or not it is paused now.
inline bool measured() {
  const Phase now = phase();
  return now == Phase::Recording || now == Phase::Armed || now == Phase::Paused;
}

// Guards all work except the hot path: blocks the thread's signals and its cancellation, keeps
// errno, holds the process' lock, and drops the events of functions that we call ourselves. May be
// nested. Not to be used in a forked child.
class QuietSection {
 public:
  QuietSection();
  ~QuietSection();
  QuietSection(const QuietSection&) = delete;
  QuietSection& operator=(const QuietSection&) = delete;

 private:
  OnOwnAccount on_own_account_;
  ThreadState& thread_;
  sigset_t signals_;
  int cancel_state_ = 0;
  bool outermost_;
};

}  // namespace tarry::runtime::core
