// SPDX-License-Identifier: BSD-3-Clause
// Two loops that begin with the same block are one loop to the machine code, like a loop and a
// `continue` in it. Lines tell them apart where they can.
#pragma once

#include <string>

#include "code/function_source.h"
#include "code/loop_forest.h"

namespace tarry::samples {

// Adds to the forest the inner ones of loops that share their header:
//   do { for (...) body } while (x)    the inner one jumps back in the line of its own statement,
//                                      above its body; the outer one below all of it
//   for (;;) { first; while (...) body }   nothing of the outer one alone is below the inner one
void split_shared_headers(const code::FunctionGraph& graph, const code::FunctionSource& source,
                          code::LoopForest& forest);

}  // namespace tarry::samples
