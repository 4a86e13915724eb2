// SPDX-License-Identifier: BSD-3-Clause
// What all threads of a measured process share, and the lock that guards it. The lock is only ever
// held with all signals blocked and events of the holder switched off (QuietSection), so neither a
// signal handler nor an instrumented function called by ourselves can wait for it in vain.
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
  Inert,   // not asked to measure; for ever
  Armed,   // asked to, but nothing has happened that is worth a file
  Failed,  // asked to, but its files could not be made; still takes part in the runtime's own
           // collective calls, for the other processes wait there
  Recording,
  Paused,
  Stopped,  // by --max-trace or a full disk; events are counted only
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
  std::int64_t begun_late_ns = 0;  // after the start of `tarry record`
  pid_t pid = 0;
  pthread_key_t thread_key{};  // its destructor ends a thread's log
  char experiment_path[PATH_MAX] = {};
  std::uint64_t disk_room_at_start = 0;  // bytes

  // Guarded by `lock`.
  char directory[PATH_MAX + 300] = {};  // <experiment>/raw/<host>-<pid>
  char host[256] = {};
  ThreadState* threads = nullptr;
  std::uint32_t next_thread = 1;
  std::uint64_t trace_bytes = 0;  // taken by all logs, with their unfinished windows
  std::uint32_t next_region = 0;
  std::uint32_t world_size = 1;  // processes of MPI_COMM_WORLD, when MPI knows
  bool has_process_line = false;
  std::uint64_t short_calls = 0;  // of threads that have ended: ShortCalls::count
  bool truncated = false;
  bool trace_ended = false;  // by --max-trace: what follows is for the summary only

  // The recording goes on when neither the program wants a pause nor what the filter keeps lies
  // elsewhere.
  std::atomic<bool> wants_pause{false};
  std::atomic<bool> is_outside{false};
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  std::atomic<std::uint64_t> next_border{kNever};  // ticks at which to look at the time windows

  // The last pause; `pauses` counts them. Guarded by `lock`.
  std::atomic<std::uint32_t> pauses = 0;  // written under it
  EventTime paused_at;
  EventTime resumed_at;
};

extern constinit Process process;

inline Phase phase() { return process.phase.load(std::memory_order_relaxed); }

// True if events are, or at the first one will be, recorded. Thread: any. Signal: safe.
inline bool recording() {
  const Phase now = phase();
  return now == Phase::Recording || now == Phase::Armed;
}

inline bool paused() { return phase() == Phase::Paused; }

// True if this process is measured, whether or not it is paused at the moment.
inline bool measured() {
  const Phase now = phase();
  return now == Phase::Recording || now == Phase::Armed || now == Phase::Paused;
}

// For everything but the hot path: blocks signals and cancellation of the thread, keeps errno,
// holds the process' lock, and drops the events of functions that we call ourselves. May be nested.
// Not in a forked child.
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
