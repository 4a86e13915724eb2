// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/locks.h"

#include <cstddef>

#include "base/hash.h"
#include "runtime/core/definitions_log.h"

namespace tarry::runtime::core {
namespace {

// The table uses open addressing.
constexpr unsigned kSlotBits = 16;
constexpr std::size_t kSlots = std::size_t{1} << kSlotBits;
constexpr std::size_t kFarthest = 64;  // largest distance from the right slot
constinit Lock locks[kSlots];
constinit std::atomic<std::uint32_t> lock_count{0};
constinit std::atomic<bool> too_many_noted{false};

}  // namespace

Lock* find_lock(std::uint64_t address) {
  const std::size_t first = base::place_of(address, kSlotBits);
  for (std::size_t i = 0; i < kFarthest; ++i) {
    Lock& lock = locks[(first + i) % kSlots];
    std::uint64_t there = lock.address.load(std::memory_order_relaxed);
    if (there == 0 && lock.address.compare_exchange_strong(there, address)) return &lock;
    if (there == address) return &lock;
  }
  note_too_many_locks();
  return nullptr;
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
