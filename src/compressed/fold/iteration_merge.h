// SPDX-License-Identifier: BSD-3-Clause
// Two neighboring iterations of a loop become one: events that both have are united, events that
// only one has are skipped in the other, and the first event heads a loop over all of them.
//
//   X S R W | X S W   ->   X_(4,2) S R_(1, 1 0) W
//
// A part that is skipped, or executed once where the other side has a loop, is itself a loop with 0
// or 1 trips, so the value vectors of the two sides are simply joined.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 5.2.2.
#pragma once

#include <span>
#include <vector>

#include "compressed/fold/align.h"
#include "compressed/fold/fold_event.h"

namespace tarry::compressed {

using Events = std::vector<FoldEvent*>;

// The result. `unused` holds events of the second iteration that were united with one of the first.
struct MergedIteration {
  Events events;
  Events unused;
};

// If both have the same events and loops of the same depth, unites them in place, moving nothing,
// and returns true; `second` is unused then. `is_loop` says that first[0] already heads a loop over
// all of `first`, which gets one more trip.
bool unite_if_same(std::span<FoldEvent* const> first, std::span<FoldEvent* const> second,
                   bool is_loop);

// Returns whether the two have the same events, and whether each of their loops keeps one length if
// they are united: loops that begin at the same event have the same lengths or only one side has
// one, and no two cross.
bool keep_lengths(std::span<FoldEvent* const> first, std::span<FoldEvent* const> second,
                  bool is_loop);

// `pairs` are the positions of the common events, including the first and the last event of both.
// `is_loop` says that first[0] heads a loop over all of `first`, which gets one more trip.
MergedIteration merge_iterations(const Events& first, const Events& second, const Pairs& pairs,
                                 bool is_loop);

// Sets FoldEvent::inside of events that no outer loop contains.
void count_inside(std::span<FoldEvent* const> events);

}  // namespace tarry::compressed
