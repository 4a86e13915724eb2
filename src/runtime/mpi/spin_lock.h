// SPDX-License-Identifier: BSD-3-Clause
// Guards the tables that all threads of a process share. It costs one branch until the program asks
// MPI for more than MPI_THREAD_FUNNELED, because only then can two threads be in MPI calls.
#pragma once

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
    while (flag_.test_and_set(std::memory_order_acquire))
      while (flag_.test(std::memory_order_relaxed)) pause();
  }
  void unlock() {
    if (enabled_) flag_.clear(std::memory_order_release);
  }

 private:
  static void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }

  std::atomic_flag flag_;
  bool enabled_ = false;
};

}  // namespace tarry::runtime::mpi
