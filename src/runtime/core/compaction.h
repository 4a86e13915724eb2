// SPDX-License-Identifier: BSD-3-Clause
// Makes room in a full window of a log that is kept only for its MPI calls: removes functions and
// constructs in which nothing else was recorded, and all records about threads. It works in place,
// without heap or files, because it may have to run anywhere: in a signal handler, or in the
// program's own allocator.
#pragma once

#include "runtime/core/thread_state.h"

namespace tarry::runtime::core {

// Returns false if that does not free a good part of the window or if a record is still being
// written. Caller: as for thread_log.h.
bool compact(ThreadState& thread);

}  // namespace tarry::runtime::core
