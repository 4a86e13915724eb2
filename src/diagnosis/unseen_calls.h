// SPDX-License-Identifier: BSD-3-Clause
// What counted synchronisations are called in which no rank was sampled. That they were made, and
// when, is known; of the name, those before and behind them tell.
//
//   by number   a  b  a  b  ?  b  a  b           only a was ever made between b and b: it is a
//               a  b  a  c  ?  ?  b              behind c nobody ever saw one: it has no name
//
// A name stands for each of a row if it is on every way from the one before the row to the one
// behind it, in as many steps, along pairs that were seen.
#pragma once

#include <vector>

#include "samples/calling_context_tree.h"

namespace tarry::diagnosis {

// `by_number`: paths of synchronisations in the order of time; not valid: nobody was sampled in it.
// Returns them with those that can be told. Takes time in proportion to their number x pairs that
// differ. Thread: any.
std::vector<samples::FrameId> with_unseen_calls(std::vector<samples::FrameId> by_number);

}  // namespace tarry::diagnosis
