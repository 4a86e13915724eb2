// SPDX-License-Identifier: BSD-3-Clause
// Times are kept apart for ranks whose means fall into different levels. If that happens by chance,
// the ranks of a level follow no pattern, and listing them takes more room the more there are.
#pragma once

#include <vector>

#include "compressed/model/trace.h"

namespace tarry::compressed {

// To be called once, for the trace of all ranks. Fine levels are united to their coarse one unless
// the ranks differ by more than the times of a single rank explain. The same unites neighboring
// coarse levels if the ranks of one are scattered. Then times of ranks without a pattern are united
// with the neighboring levels of the same event and predecessor until there is a pattern.
void unite_levels(Trace& trace);

// The same for a trace that tells exactly what each rank computes: unites the fine levels of a
// coarse one if their means are equal.
void unite_equal_levels(Trace& trace);

// Keeps the times of an event small while ranks are merged: unites the fine levels of a coarse one
// if their ranks follow no pattern, or if some ranks are united already.
void limit_levels(std::vector<EventTimes>& times);

}  // namespace tarry::compressed
