// SPDX-License-Identifier: BSD-3-Clause
// Guards the tables that all threads of a process share. It costs one branch until the program asks
// MPI for more than MPI_THREAD_FUNNELED, because only then can two threads be in MPI calls. It is
// held for some ten nanoseconds; who waits for longer waits for a thread that has lost its core,
// and gives it its own (docs/decisions/009-locks-of-the-wrappers.md).
#pragma once

#include <sched.h>

#include <atomic>

namespace tarry::runtime::mpi {

class SpinLock {
 public:
  constexpr SpinLock() = default;

  // From now on the lock is taken. Call while no other thread can be inside, i.e. in
  // MPI_Init_thread.
  void enable() { enabled_ = true; }

  void lock() {
    if (!enabled_) return;
    while (flag_.test_and_set(std::memory_order_acquire)) wait();
  }
  void unlock() {
    if (enabled_) flag_.clear(std::memory_order_release);
  }

 private:
  static constexpr int kSpins = 100;

  [[gnu::cold]] void wait() {
    for (int spin = 0; flag_.test(std::memory_order_relaxed); ++spin)
      spin < kSpins ? pause() : static_cast<void>(sched_yield());
  }

  static void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }

  std::atomic_flag flag_;
  bool enabled_ = false;
};

}  // namespace tarry::runtime::mpi
