// SPDX-License-Identifier: BSD-3-Clause
// Replays a trace whose peers became histograms. Each process draws the receivers of its messages.
// It also follows the draws of the other senders and receives what they draw for it. Recorded
// receives are left out.
//
// Before the end, no process ever waits for the message of another one: a recorded wait tests for
// messages that should be there, at most for the drawn time of the call, and at the end all of them
// are received. Only collective operations wait, and all members make them in the same order.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 5.2.6.
#pragma once

#include "base/result.h"
#include "compressed/replay/performer.h"

namespace tarry::replay {

// Collective over all processes of the trace. `stage.senders` must be set; `own` are the
// destinations of this process.
base::Result<Performance> replay_senders(const Stage& stage, const Destinations& own);

}  // namespace tarry::replay
