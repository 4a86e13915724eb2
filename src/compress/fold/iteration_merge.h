// SPDX-License-Identifier: BSD-3-Clause
// Two neighbouring iterations of a loop become one: events that both have are united, events that
// only one has are skipped in the other, and the first event heads a loop over all of them.
//
//   X S R W | X S W   ->   X_(4,2) S R_(1, 1 0) W
//
// What is skipped, or executed once where the other side has a loop, is a loop as well, of 0 or 1
// trips: the value vectors of both sides are simply joined.
//
// Source: spec compressed-tracing 4.2, rules 1 to 5 (T-51).
#pragma once

#include <vector>

#include "compress/fold/align.h"
#include "compress/fold/fold_event.h"

namespace tarry::compress {

using Events = std::vector<FoldEvent*>;

// What came of it. `unused` are events of the second iteration that now live in the first.
struct MergedIteration {
  Events events;
  Events unused;
  bool same_shape = false;  // no event was inserted and no loop made: positions are as before
};

// `pairs` are the positions of what both have in common, the first and the last event of both among
// them. `is_loop`: first[0] heads a loop over all of `first`, which gets one more trip.
MergedIteration merge_iterations(const Events& first, const Events& second, const Pairs& pairs,
                                 bool is_loop);

// Sets FoldEvent::inside of events that no loop from outside reaches into.
void count_inside(const Events& events);

}  // namespace tarry::compress
