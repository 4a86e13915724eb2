// SPDX-License-Identifier: BSD-3-Clause
// The few things that differ between processor families, so that no other file needs an #if: the
// cycle counter, and an exchange that is atomic only towards the calling thread's own signal
// handlers (and therefore several times cheaper than one that is atomic towards other threads).
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

namespace tarry::base {

// Returns the ticks of the processor's counter, unordered towards neighboring instructions: a fence
// would cost more than the record that is being made. Thread: any. Signal: safe.
inline std::uint64_t read_cycle_counter() {
#if defined(__x86_64__)
  return __rdtsc();
#elif defined(__aarch64__)
  std::uint64_t ticks;
  asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  return 0;
#endif
}

// Returns true if the counter always runs at the same speed on all cores, whatever the processor
// does.
inline bool cycle_counter_is_invariant() {
#if defined(__x86_64__)
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  constexpr unsigned kPowerManagementLeaf = 0x80000007;
  constexpr unsigned kInvariantTsc = 1u << 8;
  return __get_cpuid(kPowerManagementLeaf, &eax, &ebx, &ecx, &edx) != 0 &&
         (edx & kInvariantTsc) != 0;
#elif defined(__aarch64__)
  return true;
#else
  return false;
#endif
}

// If `value` is `expected`, makes it `desired` and returns true. A signal handler of this thread
// runs before or after it, never in between; other threads must not write `value`. Orders the
// compiler's memory accesses around it. Thread: owner. Signal: safe.
inline bool exchange_locally(std::uint64_t& value, std::uint64_t expected, std::uint64_t desired) {
#if defined(__x86_64__)
  bool done;
  asm volatile("cmpxchgq %3, %1"  // no lock prefix
               : "=@ccz"(done), "+m"(value), "+a"(expected)
               : "r"(desired)
               : "memory");
  return done;
#else
  const bool done = __atomic_compare_exchange_n(&value, &expected, desired, false, __ATOMIC_RELAXED,
                                                __ATOMIC_RELAXED);
  asm volatile("" ::: "memory");
  return done;
#endif
}

// The compiler moves no memory access across it; the processor may, which a signal handler of the
// same thread cannot notice.
inline void compiler_barrier() { asm volatile("" ::: "memory"); }

}  // namespace tarry::base
