// SPDX-License-Identifier: BSD-3-Clause
// The lock of the process' state. It uses the kernel's futex directly, because we interpose the
// functions for mutexes ourselves. Its holder may write files; waiting threads sleep.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace tarry::runtime::core {

// Thread: any. Signal: no, unless its holder has blocked signals. Changes errno.
class ProcessLock {
 public:
  constexpr ProcessLock() = default;

  void lock() {
    std::uint32_t expected = kFree;
    if (state_.compare_exchange_strong(expected, kTaken, std::memory_order_acquire)) return;
    while (state_.exchange(kWanted, std::memory_order_acquire) != kFree)
      syscall(SYS_futex, &state_, FUTEX_WAIT_PRIVATE, kWanted, nullptr, nullptr, 0);
  }
  void unlock() {
    if (state_.exchange(kFree, std::memory_order_release) == kWanted)
      syscall(SYS_futex, &state_, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
  }

 private:
  static constexpr std::uint32_t kFree = 0;
  static constexpr std::uint32_t kTaken = 1;
  static constexpr std::uint32_t kWanted = 2;  // taken, and a thread may be asleep
  std::atomic<std::uint32_t> state_{kFree};
};

}  // namespace tarry::runtime::core
