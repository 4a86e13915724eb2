// SPDX-License-Identifier: BSD-3-Clause
// The events of one rank of a compressed trace: regions are entered and left as the stack of the
// calls changes, right after the call before, and every action is a record.
#pragma once

#include "base/result.h"
#include "compressed/expand/call_times.h"
#include "compressed/expand/expanded_definitions.h"
#include "model/event_handler.h"

namespace tarry::compressed {

struct RankEvents {
  std::uint64_t calls = 0;
  model::Ticks last;  // time of the last event
};

// Delivers them in order. An Error if the trace is inconsistent: what came before it was delivered,
// and all regions were left. Thread: any, also several ranks concurrently.
base::Result<RankEvents> deliver_rank(const Trace& trace, const ExpandedDefinitions& definitions,
                                      std::uint32_t rank, TimeChoice choice,
                                      model::EventHandler& out);

}  // namespace tarry::compressed
