// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/drain.h"

#include <pthread.h>
#include <signal.h>

#include <algorithm>

#include "runtime/core/call_tree.h"
#include "runtime/core/definitions_log.h"
#include "runtime/core/modules.h"
#include "runtime/core/on_own_account.h"
#include "runtime/core/poll_streak.h"
#include "runtime/core/process.h"
#include "runtime/core/thread_log.h"

namespace tarry::runtime::core {
namespace {

constinit DrainHook drain_hook = nullptr;
// One compressor serves all threads.
constinit ProcessLock drain_lock;

class Locked {
 public:
  explicit Locked(ProcessLock& lock) : lock_(lock) { lock_.lock(); }
  ~Locked() { lock_.unlock(); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  ProcessLock& lock_;
};

// Threads that make MPI calls at the same time are drained more often: the compressor holds the
// calls of one thread back until the earlier calls of the others are known.
void mark(ThreadState& thread, bool is_alone) {
  constexpr std::uint64_t kShared = 128u << 10;
  const std::uint64_t most = thread.log.window_bytes() / 4 * 3;
  const bool has_grown = thread.log.header()->windows > 1;
  const std::uint64_t room = has_grown ? 0 : is_alone ? most : std::min(most, kShared);
  thread.drain_from.store(thread.log.window_begin() + room, std::memory_order_relaxed);
}

// Asks the other threads to drain, too: the compressor holds calls back until all earlier calls are
// known.
EventTime first_call_of_others(const ThreadState& thread) {
  EventTime first{ThreadState::kNever};
  const Locked locked(process.lock);
  for (ThreadState* other = process.threads; other != nullptr; other = other->next) {
    const std::uint64_t since = other->calls_since.load(std::memory_order_relaxed);
    if (other == &thread || since == ThreadState::kNever) continue;
    first.ticks = std::min(first.ticks, since);
    other->drain_from.store(0, std::memory_order_relaxed);
  }
  return first;
}

// Writes the note once.
void note_once(const char* text) {
  static constinit bool is_said = false;
  if (!is_said) note(text);
  is_said = true;
}

// The time that draining took becomes an event.
void empty_log(ThreadState& thread, EventTime begin) {
  const std::uint64_t windows = thread.log.header()->windows;
  end_streak(thread, begin);
  fold_window(thread);
  if (thread.log.restart(process.directory, thread.cursor) != 0)
    return stop_recording("the event log cannot be emptied: what follows is not in the trace");
  process.trace_bytes -= (windows - 1) * thread.log.window_bytes();
  thread.cursor = thread.log.window_begin();
  begin_folding(thread);
  const EventTime end = now();
  append(thread, trace::eventlog::RecordKind::BufferFlush, begin, end.ticks);
  thread.not_before = end.ticks;
  thread.calls_since.store(ThreadState::kNever, std::memory_order_relaxed);
}

void settle(ThreadState& thread, Drained outcome, EventTime begin, EventTime others) {
  const Locked locked(process.lock);
  switch (outcome) {
    case Drained::Taken:
      empty_log(thread, begin);
      return mark(thread, others.ticks == ThreadState::kNever);
    case Drained::NotNow:
      thread.drain_from.store(ThreadState::kNever, std::memory_order_relaxed);
      return note_once(
          "the event log could not be compressed for a while: it takes more room on disk");
    case Drained::Failed:
      return stop_recording("no memory to compress the trace: what follows is not in it");
  }
}

}  // namespace

DrainPause::DrainPause() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &signals_);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_state_);
  ++this_thread.quiet_depth;
  this_thread.limit.store(0, std::memory_order_relaxed);
  drain_lock.lock();
}

DrainPause::~DrainPause() {
  drain_lock.unlock();
  --this_thread.quiet_depth;
  { const QuietSection reopens_the_hot_path; }
  pthread_setcancelstate(cancel_state_, nullptr);
  pthread_sigmask(SIG_SETMASK, &signals_, nullptr);
}

void set_drain_mark(ThreadState& thread) {
  if (drain_hook != nullptr) mark(thread, false);
}

void set_drain_hook(DrainHook hook) {
  const QuietSection quiet;
  drain_hook = hook;
  if (this_thread.log.header() != nullptr) set_drain_mark(this_thread);
}

void drain() {
  ThreadState& thread = this_thread;
  if (drain_hook == nullptr || phase() != Phase::Recording || thread.quiet_depth != 0 ||
      thread.writing != 0 || thread.finished || thread.log.header() == nullptr)
    return;
  const OnOwnAccount on_own_account;
  define_new_modules();
  const EventTime begin = now();
  const DrainPause one_at_a_time;
  if (phase() != Phase::Recording) return;
  thread.log.header()->latest = read_clocks();
  const EventTime others = first_call_of_others(thread);
  settle(thread, drain_hook(process.directory, thread.log.header()->thread, others), begin, others);
}

}  // namespace tarry::runtime::core
