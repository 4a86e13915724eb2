// SPDX-License-Identifier: BSD-3-Clause
// For a compressed trace, the log of a thread is only a buffer: when it is well filled and a call
// of MPI ends, its records are taken in by the compressor (runtime/sinks) and its window is used
// again. Not where it gets full: that may be anywhere in the program, in its own allocator or in a
// signal handler, and the compressor needs the heap.
#pragma once

#include <cstdint>

#include "runtime/core/thread_state.h"

namespace tarry::runtime::core {

// Takes in the log of the thread with this number in the process' folder. False: it could not, and
// will not be asked again. Called with all signals blocked and without the process' lock, by one
// thread at a time.
using DrainHook = bool (*)(const char* directory, std::uint32_t thread);

// From now on logs are drained, those that begin later as well as the calling thread's.
void set_drain_hook(DrainHook hook);

// For a log that begins. Caller: as for thread_log.h.
void set_drain_mark(ThreadState& thread);

[[gnu::cold, gnu::noinline]] void drain();

// At the end of a call of MPI. Thread: any. Signal: no.
inline void drain_if_due() {
  if (this_thread.cursor >= this_thread.drain_from) [[unlikely]]
    drain();
}

}  // namespace tarry::runtime::core
