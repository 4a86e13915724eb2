// SPDX-License-Identifier: BSD-3-Clause
// Locks, critical, ordered and atomic constructs. Lock records contain the number of the lock in
// this process and how often it had been acquired.
#include "runtime/core/locks.h"
#include "runtime/core/record.h"
#include "runtime/openmp/callbacks.h"
#include "runtime/openmp/constructs.h"
#include "runtime/openmp/locks.h"

namespace tarry::runtime::openmp {
namespace {

using core::EventTime;
using core::RecordKind;

// A lock that the thread holds. OMPT reports the release afterwards, when another thread may
// already count.
struct Held {
  const core::Lock* lock;
  std::uint64_t acquisition;  // as in its record
};
constexpr std::size_t kMostHeld = 64;
constinit thread_local Held held[kMostHeld] = {};
constinit thread_local std::size_t held_count = 0;

// When this thread last began to acquire a lock by a function. The enter is recorded once the
// thread has the lock: a failed test is not reported, and some runtimes report a test as an attempt
// to set.
constinit thread_local EventTime wanted_since;

}  // namespace

void record_acquired(EventTime time, std::uint64_t address) {
  core::Lock* lock = core::find_lock(address);
  if (lock == nullptr) return;
  if (held_count == kMostHeld) return core::note_too_many_locks();
  held[held_count++] = {lock, core::count_acquisition(*lock)};
  core::record_at(RecordKind::LockAcquired, time, held[held_count - 1].acquisition);
}

void record_released(EventTime time, std::uint64_t address) {
  const core::Lock* lock = core::find_lock(address);
  for (std::size_t i = held_count; i-- > 0;) {
    if (held[i].lock != lock) continue;
    core::record_at(RecordKind::LockReleased, time, held[i].acquisition);
    for (; i + 1 < held_count; ++i) held[i] = held[i + 1];
    --held_count;
    return;
  }
}

namespace {

void acquired_by_function(Construct construct, ompt_wait_id_t lock) {
  const EventTime time = core::now();
  enter_at(wanted_since, construct, nullptr);
  record_acquired(time, lock);
  leave_at(time, construct);
}

void released_by_function(Construct construct, ompt_wait_id_t lock) {
  const EventTime time = core::now();
  enter_at(time, construct, nullptr);
  record_released(time, lock);
  leave_at(time, construct);
}

}  // namespace

void on_mutex_acquire(ompt_mutex_t kind, unsigned /*hint*/, unsigned /*implementation*/,
                      ompt_wait_id_t /*lock*/, const void* address) {
  switch (kind) {
    case ompt_mutex_lock:
    case ompt_mutex_nest_lock:
    case ompt_mutex_test_lock:
    case ompt_mutex_test_nest_lock:
      wanted_since = core::now();
      return;
    case ompt_mutex_critical:
      return enter(Construct::Critical, address);
    case ompt_mutex_atomic:
      return enter(Construct::Atomic, address);
    case ompt_mutex_ordered:
      return enter(Construct::Ordered, address);
  }
}

void on_mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t lock, const void* address) {
  switch (kind) {
    case ompt_mutex_test_lock:
      return acquired_by_function(Construct::TestLock, lock);
    case ompt_mutex_test_nest_lock:
      return acquired_by_function(Construct::TestNestLock, lock);
    case ompt_mutex_lock:
      return acquired_by_function(Construct::SetLock, lock);
    case ompt_mutex_nest_lock:
      return acquired_by_function(Construct::SetNestLock, lock);
    case ompt_mutex_critical: {
      const EventTime time = core::now();
      record_acquired(time, lock);
      return enter_at(time, Construct::CriticalBlock, address);
    }
    case ompt_mutex_ordered:
      return enter(Construct::OrderedBlock, address);
    case ompt_mutex_atomic:
      return;
  }
}

void on_mutex_released(ompt_mutex_t kind, ompt_wait_id_t lock, const void* /*address*/) {
  const EventTime time = core::now();
  switch (kind) {
    case ompt_mutex_lock:
    case ompt_mutex_test_lock:
      return released_by_function(Construct::UnsetLock, lock);
    case ompt_mutex_nest_lock:
    case ompt_mutex_test_nest_lock:
      return released_by_function(Construct::UnsetNestLock, lock);
    case ompt_mutex_critical:
      leave_at(time, Construct::CriticalBlock);
      record_released(time, lock);
      return leave_at(time, Construct::Critical);
    case ompt_mutex_ordered:
      return leave_at(time, Construct::Ordered);
    case ompt_mutex_atomic:
      return leave_at(time, Construct::Atomic);
  }
}

// The owner of a nestable lock acquires it once more, or releases it without giving it up.
void on_nest_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t lock, const void* /*address*/) {
  if (endpoint == ompt_scope_begin)
    acquired_by_function(Construct::SetNestLock, lock);
  else
    released_by_function(Construct::UnsetNestLock, lock);
}

}  // namespace tarry::runtime::openmp
