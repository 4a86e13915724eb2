// SPDX-License-Identifier: BSD-3-Clause
// The locks that records of a process' threads refer to, whichever library they belong to: for each
// a number and a count of its acquisitions. The memory is fixed: locks that find no place have no
// records.
#pragma once

#include <atomic>
#include <cstdint>

namespace tarry::runtime::core {

struct ThreadState;

// A destroyed lock keeps its place, because its address is often used again.
struct Lock {
  std::atomic<std::uint64_t> address{0};
  std::atomic<std::uint32_t> number{0};  // counts from 1; 0 until the first owner has assigned it
  std::uint32_t acquisitions = 0;        // only the owner counts them
  // The next two tell whether a thread that releases the lock holds it.
  std::atomic<const ThreadState*> owner{nullptr};
  std::uint32_t depth = 0;  // acquisitions by the owner less its releases
};

// Returns nullptr, and writes a note once, if the table is full around its place. Thread: any.
// Signal: safe.
Lock* find_lock(std::uint64_t address);

// Counts one more acquisition and returns the payload of its LockAcquired. Thread: the lock's
// owner.
std::uint64_t count_acquisition(Lock& lock);

// Notes once that some locks have no records. Thread: any. Signal: safe.
void note_too_many_locks();

// Returns the payload of the latest acquisition. Thread: the lock's owner.
inline std::uint64_t latest_acquisition(const Lock& lock) {
  return std::uint64_t{lock.number.load(std::memory_order_relaxed)} << 32 | lock.acquisitions;
}

}  // namespace tarry::runtime::core
