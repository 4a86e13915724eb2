// SPDX-License-Identifier: BSD-3-Clause
// Whose calls are recorded: those of the program and its libraries, not those that an MPI or OpenMP
// library, an allocator or we ourselves make for themselves.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/core/process.h"

namespace tarry::runtime::pthread {

enum class Caller : std::uint8_t {
  Program,
  Mpi,     // an MPI library or one that it stands on: its threads are its own
  Nobody,  // another one; its threads may execute code of the program
};

// By the module that holds the address. Remembers the answer, so that it costs a few nanoseconds.
// Thread: any. Signal: safe.
Caller caller_at(const void* address);

// The calling thread is in an MPI call of the program's that has not been left by a jump.
// `frame`: on the stack of the caller.
inline bool is_in_mpi(const void* frame) {
  const std::uintptr_t outer = core::this_thread.mpi_call;
  return outer != 0 && reinterpret_cast<std::uintptr_t>(frame) < outer;
}

// Threads are recorded in this process, and this is no call that we make, nor an OpenMP runtime
// that makes a team (one that is linked statically is not known by its module).
inline bool is_wanted() {
  return core::measured() && core::this_thread.quiet_depth == 0 && !core::this_thread.is_forking &&
         core::process.settings.pthread != trace::eventlog::PthreadChoice::Off;
}

// A second thread of this process has been seen: calls are recorded, until then only followed. A
// measurement does not begin with a mutex, and nobody waits for one of a single thread.
extern constinit std::atomic<bool> has_created;
inline bool has_threads() {
  return core::phase() != core::Phase::Armed &&
         (has_created.load(std::memory_order_relaxed) ||
          __atomic_load_n(&core::process.next_thread, __ATOMIC_RELAXED) > 1);
}

// True for a call to be followed.
inline bool is_of_program(const void* address, const void* frame) {
  return is_wanted() && !core::this_thread.is_foreign && !is_in_mpi(frame) &&
         caller_at(address) == Caller::Program;
}

}  // namespace tarry::runtime::pthread
