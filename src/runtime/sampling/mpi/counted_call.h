// SPDX-License-Identifier: BSD-3-Clause
// The interface between the stubs in call_stubs.S, one for each function of an MPI by the names
// MPI_X and PMPI_X, and what they do at a call from a place they have not seen yet.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tarry::runtime::sampling::mpi {

// call_stubs.S knows this layout.
struct CountedCall {
  std::atomic<const void*> target;  // what the stub jumps to: the function, or a way to look it up
  const char* name;
  std::uint32_t increment;              // of the counter of the thread
  std::atomic<std::uint32_t> is_found;  // the target is the function
};
static_assert(sizeof(CountedCall) == 24 && offsetof(CountedCall, is_found) == 20);

// Return addresses of calls that count, and with kUncounted those of calls that do not, by a hash
// of them. Where two share a place, the later one wins.
inline constexpr unsigned kCallerBits = 12;
inline constexpr std::uint64_t kUncounted = std::uint64_t{1} << 63;
extern "C" {
[[gnu::visibility("hidden")]] extern std::atomic<std::uint64_t>
    tarry_known_callers[std::size_t{1} << kCallerBits];
}

// At a call that returns to an address which is not among the known ones: counts it, if it does,
// and remembers that. Both return the function. Thread: any.
extern "C" [[gnu::visibility("hidden")]] const void* tarry_first_call_from(
    CountedCall* call, const void* return_address);
// At the first call of a function, when it has been counted.
extern "C" [[gnu::visibility("hidden")]] const void* tarry_find_function(CountedCall* call);

}  // namespace tarry::runtime::sampling::mpi
