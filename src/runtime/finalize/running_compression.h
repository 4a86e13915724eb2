// SPDX-License-Identifier: BSD-3-Clause
// The compressed trace of this process, made while the process runs (core/drain.h). Whenever a log
// is taken in, and at exit, the trace so far is written beside the logs. At the end of MPI it is
// united with the traces of the other processes. No exception leaves these functions. After a
// failure the logs, or the trace of this process, are left to `tarry record`. Thread: any; for the
// union: the one that ends MPI.
#pragma once

#include "runtime/finalize/text.h"
#include "trace/eventlog/settings.h"

namespace tarry::runtime::finalize {

// Call it once, when MPI has begun. Returns false without memory.
bool compress_while_running(const trace::eventlog::FoldSettings& settings);

// Ends the trace of this process, whose folder is `directory`; later calls do not matter. Returns
// false if there is no trace or it cannot be united.
bool end_compression(const char* directory);

// These may be called from end_compression() to settle_compression(). They work on the united
// trace, which begins as the trace of this process: write it as text, merge the trace of the ranks
// behind into it, and write the trace of all ranks for `tarry record`.
bool write_trace(Text& text);
bool merge_trace(const Text& other);
bool write_united_trace(const char* experiment);
// Called on every process, whether or not it has ended its trace, which is written here if it is in
// no union.
void settle_compression(const char* directory, bool is_united);

}  // namespace tarry::runtime::finalize
