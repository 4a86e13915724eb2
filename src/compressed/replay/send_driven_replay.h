// SPDX-License-Identifier: BSD-3-Clause
// Replay of a trace whose peers were given up for histograms: each process draws to whom it sends,
// and receives what the others, whom it follows, draw for it. Recorded receives are left out.
//
// No process ever waits for another one's message until the end: a recorded wait tests for messages
// that should be there, at most as long as is drawn for it, and at the end all are
// received. Only collective operations wait, which all members make in the same order.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 5.2.6.
#pragma once

#include "base/result.h"
#include "compressed/replay/performer.h"

namespace tarry::replay {

// Collective over all processes of the trace. `stage.senders` must be set; `own` is to whom this
// process sends.
base::Result<Performance> replay_senders(const Stage& stage, const Destinations& own);

}  // namespace tarry::replay
