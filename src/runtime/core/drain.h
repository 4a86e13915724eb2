// SPDX-License-Identifier: BSD-3-Clause
// For a compressed trace, the log of a thread is only a buffer. When it is well filled and an MPI
// call ends, the compressor (runtime/finalize) takes in its records, and its window is used again.
// This does not happen at the moment when the log is full, because that may be anywhere in the
// program, in its own allocator or in a signal handler, and the compressor needs the heap.
#pragma once

#include <signal.h>

#include <cstdint>

#include "runtime/core/clock.h"
#include "runtime/core/thread_state.h"

namespace tarry::runtime::core {

enum class Drained {
  Taken,
  NotNow,  // nothing was taken in; a later call may succeed
  Failed,  // no later call will succeed
};

// Takes in the log of the thread with this number in the process' folder. All records of other
// threads that have not been taken in yet begin at `others` or later. Called with all signals
// blocked and without the process' lock; only one log is taken in at a time.
using DrainHook = Drained (*)(const char* directory, std::uint32_t thread, EventTime others);

// Switches the draining of logs on, for the calling thread's log and for all that begin later.
void set_drain_hook(DrainHook hook);

// Sets the mark of a log that begins or has grown. Caller: as for thread_log.h.
void set_drain_mark(ThreadState& thread);

// Thread: owner of a log, not in a QuietSection. Signal: no.
[[gnu::cold, gnu::noinline]] void drain();

// Called at the begin and at the end of an MPI call. Thread: any. Signal: no.
inline void note_call(EventTime begin) {
  std::atomic<std::uint64_t>& since = this_thread.calls_since;
  if (since.load(std::memory_order_relaxed) == ThreadState::kNever) [[unlikely]]
    since.store(begin.ticks, std::memory_order_relaxed);
}
inline void drain_if_due() {
  if (this_thread.cursor >= this_thread.drain_from.load(std::memory_order_relaxed)) [[unlikely]]
    drain();
}

// While a DrainPause lives, no log is taken in, no signal handler of this thread runs, the thread
// is not canceled, and the functions that it calls are not recorded. Unlike a QuietSection it does
// not hold the process' lock: the compressor may wait for the program's allocator while another
// thread, inside that allocator, waits for our lock. Not to be nested.
class DrainPause {
 public:
  DrainPause();
  ~DrainPause();
  DrainPause(const DrainPause&) = delete;
  DrainPause& operator=(const DrainPause&) = delete;

 private:
  sigset_t signals_;
  int cancel_state_ = 0;
};

}  // namespace tarry::runtime::core
