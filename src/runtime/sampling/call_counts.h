// SPDX-License-Identifier: BSD-3-Clause
// The number of calls into MPI that each thread has begun, for its samples. A call path cannot
// distinguish a call from the next call at the same place; the number of calls can.
// mpi/call_stubs.S counts, in programs with MPI.
#pragma once

#include <cstdint>

namespace tarry::runtime::sampling {

struct CallCounts {
  std::uint64_t calls = 0;
  std::uint64_t synchronisations = 0;  // the calls among them that synchronize, by their name
};

// The amount that one call adds to the counter of its thread. The counter is one word, so that a
// signal sees both counts of a call or none. Each constant fits into an instruction (31 bits).
inline constexpr int kSynchronisationShift = 30;
inline constexpr std::uint64_t kOneCall = 1;
inline constexpr std::uint64_t kOneSynchronisation = kOneCall << kSynchronisationShift | kOneCall;

// Returns the calls between two readings of the counter, which must be fewer than 2^30.
inline CallCounts calls_between(std::uint64_t before, std::uint64_t now) {
  const std::uint64_t both = now - before;
  return {both & ((std::uint64_t{1} << kSynchronisationShift) - 1), both >> kSynchronisationShift};
}

// The calls of the calling thread since its begin. Only the thread itself changes the counter;
// signal handlers may read it, because it needs no allocation (initial-exec).
extern "C" {
[[gnu::visibility("hidden")]] extern constinit thread_local std::uint64_t tarry_mpi_calls;
}

}  // namespace tarry::runtime::sampling
