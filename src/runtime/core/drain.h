// SPDX-License-Identifier: BSD-3-Clause
// For a compressed trace, the log of a thread is only a buffer: when it is well filled and a call
// of MPI ends, its records are taken in by the compressor (runtime/finalize) and its window is used
// again. Not where it gets full: that may be anywhere in the program, in its own allocator or in a
// signal handler, and the compressor needs the heap.
#pragma once

#include <signal.h>

#include <cstdint>

#include "runtime/core/clock.h"
#include "runtime/core/thread_state.h"

namespace tarry::runtime::core {

enum class Drained {
  Taken,
  NotNow,  // nothing was taken in; may work later
  Failed,  // never again
};

// Takes in the log of the thread with this number in the process' folder. What other threads have
// not been taken in of begins at `others` or later. Called with all signals blocked and without the
// process' lock, while nothing else is taken in.
using DrainHook = Drained (*)(const char* directory, std::uint32_t thread, EventTime others);

// From now on logs are drained, those that begin later as well as the calling thread's.
void set_drain_hook(DrainHook hook);

// For a log that begins or has grown. Caller: as for thread_log.h.
void set_drain_mark(ThreadState& thread);

// Thread: owner of a log, not in a QuietSection. Signal: no.
[[gnu::cold, gnu::noinline]] void drain();

// At the begin of a call of MPI, and at its end. Thread: any. Signal: no.
inline void note_call(EventTime begin) {
  std::atomic<std::uint64_t>& since = this_thread.calls_since;
  if (since.load(std::memory_order_relaxed) == ThreadState::kNever) [[unlikely]]
    since.store(begin.ticks, std::memory_order_relaxed);
}
inline void drain_if_due() {
  if (this_thread.cursor >= this_thread.drain_from.load(std::memory_order_relaxed)) [[unlikely]]
    drain();
}

// Nothing is taken in as long as one lives. No signal handler of this thread runs, it is not
// cancelled, and what it calls is not recorded. Other than a QuietSection it leaves the process'
// lock to others: the compressor may wait for the program's allocator, and another thread for our
// lock while it is in there. Not to be nested.
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
