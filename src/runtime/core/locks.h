// SPDX-License-Identifier: BSD-3-Clause
// The locks of a process that records of threads refer to, whatever library they belong to: a
// number for each and how often it was acquired. Fixed memory: locks that find no place have no
// records.
#pragma once

#include <atomic>
#include <cstdint>

namespace tarry::runtime::core {

struct ThreadState;

// One that is destroyed keeps its place: its address is often used again.
struct Lock {
  std::atomic<std::uint64_t> address{0};
  std::atomic<std::uint32_t> number{0};  // from 1; 0 until the first owner has given it one
  std::uint32_t acquisitions = 0;        // only the owner counts them
  // The next two are for those who want to know whether a thread that gives a lock back has it.
  std::atomic<const ThreadState*> owner{nullptr};
  std::uint32_t depth = 0;  // times that the owner has acquired it and not given it back
};

// nullptr, and a note once, if the table is full around its place. Thread: any. Signal: safe.
Lock* find_lock(std::uint64_t address);

// The payload of LockAcquired for one more acquisition. Thread: the lock's owner.
std::uint64_t count_acquisition(Lock& lock);

// Says once that some locks have no records. Thread: any. Signal: safe.
void note_too_many_locks();

// That of the latest one. Thread: the lock's owner.
inline std::uint64_t latest_acquisition(const Lock& lock) {
  return std::uint64_t{lock.number.load(std::memory_order_relaxed)} << 32 | lock.acquisitions;
}

}  // namespace tarry::runtime::core
