// SPDX-License-Identifier: BSD-3-Clause
// A recorded call of the program: its region and the events in it.
#pragma once

#include "runtime/core/locks.h"
#include "runtime/core/record.h"
#include "runtime/pthread/callers.h"
#include "runtime/pthread/functions.h"
#include "runtime/stacks/call_stacks.h"

// For use in a wrapper.
#define TARRY_IS_OF_PROGRAM \
  ::tarry::runtime::pthread::is_of_program(__builtin_return_address(0), __builtin_frame_address(0))

namespace tarry::runtime::pthread {

using core::EventTime;
using core::RecordKind;

// Records the enter at construction; leave() must follow. Nothing is recorded before there are
// threads.
class Call {
 public:
  explicit Call(Function function)
      : region_(has_threads() ? region_of(function) : core::RegionNumber{}) {
    if (region_.valid()) {
      if (core::this_thread.stack != nullptr) [[unlikely]]
        stacks::at_leaf(core::now());
      begin_ = core::record_now(RecordKind::RegionEnter, region_.value);
    }
    if (begin_.ticks == 0) begin_ = core::now();  // nothing was recorded: recording is off
  }

  // Returns the time of the enter.
  [[nodiscard]] EventTime begin() const { return begin_; }

  void leave(EventTime time = core::now()) const {
    if (!region_.valid()) return;
    core::record_at(RecordKind::RegionLeave, time, region_.value);
    stacks::after_call(time);
  }

  // Records something that happened in the call. In a pause there are only enters and leaves.
  void add(RecordKind kind, EventTime time, std::uint64_t payload) const {
    if (region_.valid() && core::phase() == core::Phase::Recording)
      core::record_at(kind, time, payload);
  }

 private:
  core::RegionNumber region_;
  EventTime begin_;
};

// Records a call of which only enter and leave are of interest.
template <class Run>
int simple_call(Function function, Run run) {
  const Call call(function);
  const int error = run();
  call.leave();
  return error;
}

// The calling thread has acquired the lock at this address, and has it alone.
inline void acquired(const Call& call, EventTime time, const void* object) {
  core::Lock* lock = core::find_lock(reinterpret_cast<std::uint64_t>(object));
  if (lock == nullptr) return;
  const core::ThreadState* self = &core::this_thread;
  const bool is_again = lock->owner.load(std::memory_order_relaxed) == self;
  lock->depth = is_again ? lock->depth + 1 : 1;
  lock->owner.store(self, std::memory_order_relaxed);
  call.add(RecordKind::MutexAcquired, time, core::count_acquisition(*lock));
}

// Returns the lock if the calling thread was seen to acquire it and not to release it; else
// nullptr.
inline core::Lock* find_own(const void* object) {
  core::Lock* lock = core::find_lock(reinterpret_cast<std::uint64_t>(object));
  const bool is_own =
      lock != nullptr && lock->owner.load(std::memory_order_relaxed) == &core::this_thread;
  return is_own ? lock : nullptr;
}

// The calling thread is about to release the lock.
inline void released(const Call& call, core::Lock* lock) {
  if (lock == nullptr) return;
  call.add(RecordKind::MutexReleased, call.begin(), core::latest_acquisition(*lock));
  if (--lock->depth == 0) lock->owner.store(nullptr, std::memory_order_relaxed);
}

}  // namespace tarry::runtime::pthread
