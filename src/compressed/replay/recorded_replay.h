// SPDX-License-Identifier: BSD-3-Clause
// Repeats the recorded calls one by one, directly from the compressed trace. Every message goes
// from its recorded sender to its recorded receiver, even if the program would accept it from
// anybody.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 2.4.
#pragma once

#include "base/result.h"
#include "compressed/replay/performer.h"

namespace tarry::replay {

// Collective over all processes of the trace.
base::Result<Performance> replay_recorded(const Stage& stage);

}  // namespace tarry::replay
