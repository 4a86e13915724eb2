// SPDX-License-Identifier: BSD-3-Clause
// Separates loops that share a header. To the machine code, two loops that begin with the same
// block are one loop, like a loop with a `continue`. Lines tell them apart where they can.
#pragma once

#include <string>

#include "code/function_source.h"
#include "code/loop_forest.h"

namespace tarry::samples {

// Adds to the forest the inner ones of loops that share their header:
//   do { for (...) body } while (x)        the inner loop jumps back in the line of its own
//                                          statement, above its body; the outer one below all of it
//   for (;;) { first; while (...) body }   no code of the outer loop alone is below the inner one
void split_shared_headers(const code::FunctionGraph& graph, const code::FunctionSource& source,
                          code::LoopForest& forest);

}  // namespace tarry::samples
