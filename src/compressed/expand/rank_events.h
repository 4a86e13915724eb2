// SPDX-License-Identifier: BSD-3-Clause
// Produces the events of one rank of a compressed trace: regions are entered and left where the
// stack of a call differs from that of the previous one, right after that call, and every action is
// a record.
#pragma once

#include "base/result.h"
#include "compressed/expand/expanded_definitions.h"
#include "compressed/expand/timed_calls.h"
#include "model/event_handler.h"

namespace tarry::compressed {

struct RankEvents {
  std::uint64_t calls = 0;
  model::Ticks last;  // time of the last event
};

// Delivers the events of `calls`, which are those of `rank`, in order. If the trace is
// inconsistent, it returns an Error after delivering everything before the fault and leaving all
// regions. Thread: any, also several ranks concurrently.
base::Result<RankEvents> deliver_rank(const Trace& trace, const ExpandedDefinitions& definitions,
                                      std::uint32_t rank, TimedCalls& calls,
                                      model::EventHandler& out);

}  // namespace tarry::compressed
