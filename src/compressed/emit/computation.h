// SPDX-License-Identifier: BSD-3-Clause
// The computation in front of the calls of each event, as a value by rank.
#pragma once

#include <vector>

#include "compressed/emit/program.h"
#include "compressed/model/trace.h"

namespace tarry::emit {

// Events that have this share of all time matter.
inline constexpr double kShareThatMatters = 0.99;
// Ranks whose means differ by less have one.
inline constexpr double kLeastRatio = 1.2;

// Returns the mean nanoseconds in front of a call, by event; the sum over all calls is kept. Empty
// for events that do not matter: the others have 99 % of the time. Where an event has much of it
// and a few simple sets of ranks differ by a fifth, each of them has its own mean.
std::vector<Value> times_before(const compressed::Trace& trace);
// Returns the mean nanoseconds in a call of the event, the same for all its ranks.
Value time_in(const compressed::Event& event);

}  // namespace tarry::emit
