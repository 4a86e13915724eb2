// SPDX-License-Identifier: BSD-3-Clause
// Locks, critical, ordered and atomic constructs. Lock records carry a number of the lock in this
// process and how often it had been acquired.
#include <atomic>

#include "runtime/core/definitions_log.h"
#include "runtime/core/process.h"
#include "runtime/core/record.h"
#include "runtime/openmp/callbacks.h"
#include "runtime/openmp/constructs.h"
#include "runtime/openmp/locks.h"

namespace tarry::runtime::openmp {
namespace {

using core::EventTime;
using core::RecordKind;

// Open addressing. A lock that is destroyed keeps its place: its address is often used again.
struct Lock {
  std::atomic<std::uint64_t> address{0};
  std::atomic<std::uint32_t> number{0};  // from 1; 0 until the first owner has given it one
  std::uint32_t acquisitions = 0;        // only the owner counts them
};

// What a thread holds: at the release, which is told afterwards, another one may count already.
struct Held {
  const Lock* lock;
  std::uint32_t acquisition;
};
constexpr std::size_t kMostHeld = 64;
constinit thread_local Held held[kMostHeld] = {};
constinit thread_local std::size_t held_count = 0;

constexpr unsigned kSlotBits = 14;
constexpr std::size_t kSlots = std::size_t{1} << kSlotBits;
constexpr std::size_t kFarthest = 64;  // from the right slot; locks that find none have no records
constinit Lock locks[kSlots];
constinit std::atomic<std::uint32_t> lock_count{0};
constinit std::atomic<bool> too_many_noted{false};

// When this thread last began to take a lock by a function. The enter is recorded when it has it:
// of a test that fails nobody tells, and some runtimes call it an attempt to set.
constinit thread_local EventTime wanted_since;

// nullptr if the table is full around its place.
Lock* find_lock(std::uint64_t address) {
  const std::size_t first = (address * 0x9E3779B97F4A7C15u) >> (64 - kSlotBits);
  for (std::size_t i = 0; i < kFarthest; ++i) {
    Lock& lock = locks[(first + i) % kSlots];
    std::uint64_t there = lock.address.load(std::memory_order_relaxed);
    if (there == 0 && lock.address.compare_exchange_strong(there, address)) return &lock;
    if (there == address) return &lock;
  }
  return nullptr;
}

}  // namespace

void record_acquired(EventTime time, std::uint64_t address) {
  Lock* lock = find_lock(address);
  if (lock == nullptr || held_count == kMostHeld) {
    if (!too_many_noted.exchange(true, std::memory_order_relaxed))
      core::note("some locks of OpenMP have no records: there are too many of them");
    return;
  }
  std::uint32_t number = lock->number.load(std::memory_order_relaxed);
  if (number == 0) {
    number = lock_count.fetch_add(1, std::memory_order_relaxed) + 1;
    lock->number.store(number, std::memory_order_relaxed);
  }
  held[held_count++] = {lock, ++lock->acquisitions};
  core::record_at(RecordKind::LockAcquired, time, std::uint64_t{number} << 32 | lock->acquisitions);
}

void record_released(EventTime time, std::uint64_t address) {
  const Lock* lock = find_lock(address);
  for (std::size_t i = held_count; i-- > 0;) {
    if (held[i].lock != lock) continue;
    core::record_at(
        RecordKind::LockReleased, time,
        std::uint64_t{lock->number.load(std::memory_order_relaxed)} << 32 | held[i].acquisition);
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

// The owner of a nestable lock takes it once more, or gives back one of several times.
void on_nest_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t lock, const void* /*address*/) {
  if (endpoint == ompt_scope_begin)
    acquired_by_function(Construct::SetNestLock, lock);
  else
    released_by_function(Construct::UnsetNestLock, lock);
}

}  // namespace tarry::runtime::openmp
