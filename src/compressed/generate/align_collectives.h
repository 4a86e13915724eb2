// SPDX-License-Identifier: BSD-3-Clause
// Gives every collective operation one place in a trace. Ranks may make an operation at different
// lines of a program; whoever reads the trace, or text made from it, needs one event with all its
// members.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 4.3, algorithm 2. That calls get
// the site of one of their members and ranks are merged anew is our completion: the order of the
// calls of each rank is kept because it is never touched.
#pragma once

#include "base/result.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// Returns whether each event with collective calls is shared by all members of the communicators
// that it uses. Linear in the size of the trace and of its communicators.
bool are_collectives_aligned(const Trace& trace);

// Returns the trace itself if it is aligned. The error is collective calls that do not fit together
// or wait for each other.
base::Result<Trace> align_collectives(const Trace& trace);

}  // namespace tarry::compressed
