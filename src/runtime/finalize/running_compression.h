// SPDX-License-Identifier: BSD-3-Clause
// The compressed trace of this process, made while it runs (core/drain.h): whenever a log is taken
// in, and at exit, what there is so far is written beside the logs. At the end of MPI it is united
// with those of the other processes. No exception leaves it; what fails leaves the logs, or the
// trace of this process, for `tarry record`. Thread: any, but for the union: the one that ends MPI.
#pragma once

#include "runtime/finalize/text.h"
#include "trace/eventlog/settings.h"

namespace tarry::runtime::finalize {

// Once, when MPI has begun. False without memory.
bool compress_while_running(const trace::eventlog::FoldSettings& settings);

// No calls will follow that matter: ends the trace of this process, whose folder is `directory`.
// False if there is none, or one that cannot be united.
bool end_compression(const char* directory);

// From then on until settle_compression(): what is united here so far, beginning with the trace of
// this process; adds that of the ranks behind; writes that of all, for `tarry record`.
bool write_trace(Text& text);
bool merge_trace(const Text& other);
bool write_united_trace(const char* experiment);
// On every process, whether or not it has ended its trace: if that is in no union it is written.
void settle_compression(const char* directory, bool is_united);

}  // namespace tarry::runtime::finalize
