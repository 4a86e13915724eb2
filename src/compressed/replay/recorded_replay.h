// SPDX-License-Identifier: BSD-3-Clause
// The recorded calls again, one by one, off the compressed trace: who sent to whom is as it was,
// also where the program would have taken a message from anybody.
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
