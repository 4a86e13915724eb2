// SPDX-License-Identifier: BSD-3-Clause
// The compressed trace of this process, made while it runs (core/drain.h): whenever a log is taken
// in, and at exit, what there is so far is written beside the logs. No exception leaves it; what
// fails leaves the logs as they are for `tarry record`.
#pragma once

namespace tarry::runtime::sinks {

// Once, when MPI has begun. False without memory. Thread: one.
bool compress_while_running();

}  // namespace tarry::runtime::sinks
