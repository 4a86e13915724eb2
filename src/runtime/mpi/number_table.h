// SPDX-License-Identifier: BSD-3-Clause
// Small numbers by 64-bit keys, which are never taken out again. The table has a fixed size, so
// that it is read without a lock while another thread adds to it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/hash.h"

namespace tarry::runtime::mpi {

// Keys are not 0.
class NumberTable {
 public:
  static constexpr std::int32_t kMost = 768;
  static constexpr std::int32_t kNone = -1;

  constexpr NumberTable() = default;

  // Returns the number of a key; kNone if it was not added. Thread: any.
  [[nodiscard]] std::int32_t find(std::uint64_t key) const {
    for (std::size_t i = home(key);; i = next(i)) {
      const std::uint64_t found = slots_[i].key.load(std::memory_order_acquire);
      if (found == key) return slots_[i].number.load(std::memory_order_relaxed);
      if (found == 0) return kNone;
    }
  }

  [[nodiscard]] bool full() const { return size_ == kMost; }

  // Gives a new key the next number. Must not be called if full(). Thread: caller-locks.
  std::int32_t add(std::uint64_t key) {
    std::size_t i = home(key);
    while (slots_[i].key.load(std::memory_order_relaxed) != 0) i = next(i);
    slots_[i].number.store(size_, std::memory_order_relaxed);
    slots_[i].key.store(key, std::memory_order_release);
    return size_++;
  }

 private:
  struct Slot {
    std::atomic<std::uint64_t> key = 0;
    std::atomic<std::int32_t> number = 0;
  };
  static constexpr unsigned kBits = 10;
  static constexpr std::size_t kSlots = std::size_t{1} << kBits;

  static std::size_t home(std::uint64_t key) { return base::place_of(key, kBits); }
  static std::size_t next(std::size_t i) { return (i + 1) % kSlots; }

  Slot slots_[kSlots];
  std::int32_t size_ = 0;
};

}  // namespace tarry::runtime::mpi
