// SPDX-License-Identifier: BSD-3-Clause
// Finds the names of counted synchronizations in which no rank was sampled. Counts tell that they
// were made, and when; the calls before and after them tell their names.
//
//   by number   a  b  a  b  ?  b  a  b           only a was ever made between b and b: it is a;
//               a  b  a  c  ?  ?  b              no call was ever seen after c: no name
//
// A call of a row gets a name if that name is at its place on every way from the call before the
// row to the call after it. A way has as many steps as the row and consists of pairs that were
// seen.
#pragma once

#include <vector>

#include "samples/calling_context_tree.h"

namespace tarry::diagnosis {

// `by_number`: paths of synchronizations in the order of time; not valid: no rank was sampled in
// it. Returns them with the names that can be told. The time is proportional to their number x the
// number of different pairs. Thread: any.
std::vector<samples::FrameId> with_unseen_calls(std::vector<samples::FrameId> by_number);

}  // namespace tarry::diagnosis
