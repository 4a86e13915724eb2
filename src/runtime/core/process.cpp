// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/process.h"

namespace tarry::runtime::core {

constinit Process process;
constinit thread_local ThreadState this_thread;

namespace {

// Returns whether the thread's next event can be stored by the hot path.
bool may_record(const ThreadState& thread) {
  return phase() == Phase::Recording && thread.log.header() != nullptr &&
         thread.pauses_seen == process.pauses &&
         (!process.trace_ended || thread.log.header()->trace_end != 0);
}

}  // namespace

QuietSection::QuietSection() : thread_(this_thread), outermost_(thread_.quiet_depth == 0) {
  if (outermost_) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &signals_);
    // open, write and others are cancellation points: a canceled thread would never unlock.
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_state_);
  }
  ++thread_.quiet_depth;
  if (!outermost_) return;
  thread_.limit.store(0, std::memory_order_relaxed);
  process.lock.lock();
}

QuietSection::~QuietSection() {
  if (outermost_) {
    if (may_record(thread_))
      thread_.limit.store(thread_.log.ready_end(), std::memory_order_relaxed);
    process.lock.unlock();
  }
  --thread_.quiet_depth;
  if (outermost_) {
    pthread_setcancelstate(cancel_state_, nullptr);
    pthread_sigmask(SIG_SETMASK, &signals_, nullptr);
  }
}

}  // namespace tarry::runtime::core
