// SPDX-License-Identifier: BSD-3-Clause
// The interface between the stubs in call_stubs.S (one for each function of an MPI, by the names
// MPI_X and PMPI_X) and the code that handles a call from a new place.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tarry::runtime::sampling::mpi {

// call_stubs.S knows this layout.
struct CountedCall {
  std::atomic<const void*> target;  // jump target: the function, or a look-up of it
  const char* name;
  std::uint32_t increment;              // added to the thread's counter by a call
  std::atomic<std::uint32_t> is_found;  // the target is the function
};
static_assert(sizeof(CountedCall) == 24 && offsetof(CountedCall, is_found) == 20);

// Return addresses of known calls by their hash: those of calls that count, and with kUncounted
// those of calls that do not. If two share a place, the later one wins.
inline constexpr unsigned kCallerBits = 12;
inline constexpr std::uint64_t kUncounted = std::uint64_t{1} << 63;
extern "C" {
[[gnu::visibility("hidden")]] extern std::atomic<std::uint64_t>
    tarry_known_callers[std::size_t{1} << kCallerBits];
}

// Called at a call with an unknown return address: counts it, if it counts, and remembers the
// decision. Both functions return the MPI function. Thread: any.
extern "C" [[gnu::visibility("hidden")]] const void* tarry_first_call_from(
    CountedCall* call, const void* return_address);
// Called at the first call of a function, after it has been counted.
extern "C" [[gnu::visibility("hidden")]] const void* tarry_find_function(CountedCall* call);

}  // namespace tarry::runtime::sampling::mpi
