// SPDX-License-Identifier: BSD-3-Clause
// Makes room in a full window of a log that is only kept for its MPI calls: functions and
// constructs in which nothing else was recorded are taken out, and what is only of interest about
// threads. Works in place, without heap or files, because it may have to be done anywhere, in a
// signal handler or in the program's own allocator.
#pragma once

#include "runtime/core/thread_state.h"

namespace tarry::runtime::core {

// False if that does not free a good part of the window, or a record is still being written.
// Caller: as for thread_log.h.
bool compact(ThreadState& thread);

}  // namespace tarry::runtime::core
