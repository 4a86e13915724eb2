// SPDX-License-Identifier: BSD-3-Clause
// Tells whose calls are recorded: those of the program and its libraries. Calls that an MPI or
// OpenMP library, an allocator or we ourselves make for internal purposes are not recorded.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/core/process.h"

namespace tarry::runtime::pthread {

enum class Caller : std::uint8_t {
  Program,
  Mpi,     // an MPI library or one that it is based on: its threads are its own
  Nobody,  // another library; its threads may execute code of the program
};

// Returns the caller by the module that contains the address. It remembers the answer, so a call
// takes only a few nanoseconds. Thread: any. Signal: safe.
Caller caller_at(const void* address);

// Returns whether the calling thread is in an MPI call of the program that has not been left by a
// jump. `frame` is on the stack of the caller.
inline bool is_in_mpi(const void* frame) {
  const std::uintptr_t outer = core::this_thread.mpi_call;
  return outer != 0 && reinterpret_cast<std::uintptr_t>(frame) < outer;
}

// Returns whether threads are recorded in this process and this call is neither ours nor made by an
// OpenMP runtime that creates a team. (A runtime that is linked statically cannot be recognized by
// its module.)
inline bool is_wanted() {
  return core::measured() && core::this_thread.quiet_depth == 0 && !core::this_thread.is_forking &&
         core::process.settings.pthread != trace::eventlog::PthreadChoice::Off;
}

// True once a second thread of this process has been seen: from then on calls are recorded, until
// then only tracked. A measurement does not begin with a mutex, and a mutex of a single thread
// causes no wait.
extern constinit std::atomic<bool> has_created;
inline bool has_threads() {
  return core::phase() != core::Phase::Armed &&
         (has_created.load(std::memory_order_relaxed) ||
          __atomic_load_n(&core::process.next_thread, __ATOMIC_RELAXED) > 1);
}

// Returns true for a call that must be tracked.
inline bool is_of_program(const void* address, const void* frame) {
  return is_wanted() && !core::this_thread.is_foreign && !is_in_mpi(frame) &&
         caller_at(address) == Caller::Program;
}

}  // namespace tarry::runtime::pthread
