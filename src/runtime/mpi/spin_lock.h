// SPDX-License-Identifier: BSD-3-Clause
// The lock that guards the tables which all threads of a process share. It costs one branch until
// the program asks MPI for more than MPI_THREAD_FUNNELED, because only then can two threads be in
// MPI calls. It is held for some ten nanoseconds; a thread that waits for longer waits for one that
// has lost its core, and yields its own core (docs/decisions/009-locks-of-the-wrappers.md).
#pragma once

#include <sched.h>

#include <atomic>

namespace tarry::runtime::mpi {

class SpinLock {
 public:
  constexpr SpinLock() = default;

  // Says that the lock is taken from now on. To be called while no other thread can be inside, as
  // in MPI_Init_thread, or by each thread before it takes the lock.
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
