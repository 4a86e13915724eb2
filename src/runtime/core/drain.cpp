// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/drain.h"

#include <pthread.h>
#include <signal.h>

#include "runtime/core/definitions_log.h"
#include "runtime/core/keep_errno.h"
#include "runtime/core/modules.h"
#include "runtime/core/process.h"
#include "runtime/core/thread_log.h"

namespace tarry::runtime::core {
namespace {

constinit DrainHook drain_hook = nullptr;
// One compressor serves all threads.
constinit ProcessLock drain_lock;

// No signal handler of this thread runs, and what it calls itself is not recorded. Other than a
// QuietSection it leaves the process' lock to others: the compressor may wait for the program's
// allocator, and another thread for our lock while it is in there.
class SilentSection {
 public:
  SilentSection() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &signals_);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_state_);
    ++this_thread.quiet_depth;
    this_thread.limit.store(0, std::memory_order_relaxed);
  }
  ~SilentSection() {
    --this_thread.quiet_depth;
    { const QuietSection reopens_the_hot_path; }
    pthread_setcancelstate(cancel_state_, nullptr);
    pthread_sigmask(SIG_SETMASK, &signals_, nullptr);
  }
  SilentSection(const SilentSection&) = delete;
  SilentSection& operator=(const SilentSection&) = delete;

 private:
  sigset_t signals_;
  int cancel_state_ = 0;
};

class Locked {
 public:
  explicit Locked(ProcessLock& lock) : lock_(lock) { lock_.lock(); }
  ~Locked() { lock_.unlock(); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  ProcessLock& lock_;
};

// Empties the log; what that took of the program's time becomes an event.
void empty_log(ThreadState& thread, EventTime begin) {
  const std::uint64_t windows = thread.log.header()->windows;
  if (thread.log.restart(process.directory, thread.cursor) != 0) {
    thread.drain_from = ThreadState::kNever;
    return note("the event log cannot be emptied: calls are in the compressed trace twice");
  }
  process.trace_bytes -= (windows - 1) * thread.log.window_bytes();
  thread.cursor = thread.log.window_begin();
  const EventTime end = now();
  append(thread, trace::recording::RecordKind::BufferFlush, begin, end.ticks);
  thread.not_before = end.ticks;
  set_drain_mark(thread);
}

}  // namespace

void set_drain_mark(ThreadState& thread) {
  if (drain_hook == nullptr) return;
  const bool has_grown = thread.log.header()->windows > 1;
  thread.drain_from = has_grown ? 0 : thread.log.window_begin() + thread.log.window_bytes() / 4 * 3;
}

void set_drain_hook(DrainHook hook) {
  const QuietSection quiet;
  drain_hook = hook;
  if (this_thread.log.header() != nullptr) set_drain_mark(this_thread);
}

void drain() {
  ThreadState& thread = this_thread;
  if (phase() != Phase::Recording || thread.quiet_depth != 0 || thread.writing != 0) return;
  const KeepErrno keep_errno;
  define_new_modules();
  const EventTime begin = now();
  const SilentSection silent;
  thread.log.header()->latest = read_clocks();
  bool taken = false;
  {
    const Locked one_at_a_time(drain_lock);
    taken = drain_hook(process.directory, thread.log.header()->thread);
  }
  const Locked locked(process.lock);
  if (taken) return empty_log(thread, begin);
  thread.drain_from = ThreadState::kNever;
  note("the event log could not be compressed while the program ran; it is kept");
}

}  // namespace tarry::runtime::core
