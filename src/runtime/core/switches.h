// SPDX-License-Identifier: BSD-3-Clause
// The times when the program's threads were ready and had no core (--switches). The kernel writes
// each switch of a thread with its time into a ring of that thread's own. The ring is emptied when
// it is half full and an MPI call or an OpenMP construct ends, when the log changes its window, and
// at the end of the thread. Its content goes to a file beside the log, described in
// trace/eventlog/switch_log.h. Records that find no room in the ring are counted.
//
// A ring has no descriptor: the kernel keeps it as long as it is mapped. A forked child has none.
#pragma once

#include <cstdint>

#include "runtime/core/thread_state.h"

namespace tarry::runtime::core {

// Opens the ring of the calling thread, whose log has begun. Does nothing if switches are not
// wanted or not available, which is noted once. Thread: owner, in a QuietSection.
void begin_switches(ThreadState& thread);

// Empties the ring. Thread: any, in a QuietSection.
void drain_switches(ThreadState& thread);

// Empties the ring and gives it back. Thread: owner, in a QuietSection.
void end_switches(ThreadState& thread);

// Notes how many threads have no ring. Call it at the end of the process, in a QuietSection.
void note_missing_switches();

// Called in a forked child, where the calling thread is alone and no ring is mapped. Signal: safe.
void forget_switches();

// Thread: owner, not in a QuietSection. Signal: no.
[[gnu::cold, gnu::noinline]] void drain_own_switches();

// Called where a call ends that may have taken long. Thread: any. Signal: no.
inline void drain_switches_if_due() {
  if (*this_thread.switches_head >= this_thread.switches_due.load(std::memory_order_relaxed))
      [[unlikely]]
    drain_own_switches();
}

}  // namespace tarry::runtime::core
