// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/locks.h"

#include <cstddef>

#include "runtime/core/claimed_slot.h"
#include "runtime/core/definitions_log.h"

namespace tarry::runtime::core {
namespace {

constexpr std::size_t kFarthest = 64;  // largest distance from the right slot
constinit Lock locks[std::size_t{1} << 16];
constinit std::atomic<std::uint32_t> lock_count{0};
constinit std::atomic<bool> too_many_noted{false};

}  // namespace

Lock* find_lock(std::uint64_t address) {
  Lock* const lock = find_slot<&Lock::address>(locks, address, kFarthest);
  if (lock == nullptr) note_too_many_locks();
  return lock;
}

void note_too_many_locks() {
  if (!too_many_noted.exchange(true, std::memory_order_relaxed))
    note("some locks have no records: there are too many of them");
}

std::uint64_t count_acquisition(Lock& lock) {
  std::uint32_t number = lock.number.load(std::memory_order_relaxed);
  if (number == 0) {
    number = lock_count.fetch_add(1, std::memory_order_relaxed) + 1;
    lock.number.store(number, std::memory_order_relaxed);
  }
  return std::uint64_t{number} << 32 | ++lock.acquisitions;
}

}  // namespace tarry::runtime::core
