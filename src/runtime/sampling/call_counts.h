// SPDX-License-Identifier: BSD-3-Clause
// How many calls into MPI each thread has begun, for its samples. A path cannot tell a call from
// the next one from the same place; their number can. Counted by mpi/call_stubs.S, in programs with
// MPI.
#pragma once

#include <cstdint>

namespace tarry::runtime::sampling {

struct CallCounts {
  std::uint64_t calls = 0;
  std::uint64_t synchronisations = 0;  // of these, those that synchronise by their name
};

// What one call adds to the counter of its thread: one word, so that a signal sees both counts of a
// call or none. Both fit into an instruction (of 31 bits).
inline constexpr int kSynchronisationShift = 30;
inline constexpr std::uint64_t kOneCall = 1;
inline constexpr std::uint64_t kOneSynchronisation = kOneCall << kSynchronisationShift | kOneCall;

// Calls between two readings of the counter, fewer than 2^30.
inline CallCounts calls_between(std::uint64_t before, std::uint64_t now) {
  const std::uint64_t both = now - before;
  return {both & ((std::uint64_t{1} << kSynchronisationShift) - 1), both >> kSynchronisationShift};
}

// Of the calling thread since its begin. Only its own thread changes it; signal handlers may read
// it, because nothing is allocated for it (initial-exec).
extern "C" {
[[gnu::visibility("hidden")]] extern constinit thread_local std::uint64_t tarry_mpi_calls;
}

}  // namespace tarry::runtime::sampling
