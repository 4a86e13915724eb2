// SPDX-License-Identifier: BSD-3-Clause
// The order in which the calls of one function can be made: its control flow, reduced to sampled
// calls, for its own body, the bodies of its loops and those of functions inlined into it. A loop
// inside a body is one step of that body. A pass through a loop ends where the loop is entered
// again or left.
//
//   for (...) {          loop:   begin -> a      a -> inner loop, end
//     a();                       inner loop -> end
//     if (x) break;      inner:  begin -> b      b -> end
//     while (y) b();
//   }
#pragma once

#include "samples/code_structure.h"
#include "samples/function_loops.h"

namespace tarry::samples {

// A body of a function: a scope of its source, or a loop of its source.
struct BodyKey {
  bool is_loop = false;
  std::uint32_t number = 0;

  friend auto operator<=>(const BodyKey&, const BodyKey&) = default;
};

// Returns the bodies around an instruction of the function, from the outermost inwards.
std::vector<BodyKey> bodies_around(const FunctionLoops& function, std::uint64_t address);

// Takes a function whose graph is complete, with its sampled calls. `numbers`: those of its bodies.
// A body whose order is not plain is left out.
std::map<std::uint32_t, FlowEdges> body_flows(const FunctionLoops& function,
                                              const std::vector<std::uint64_t>& calls,
                                              const std::map<BodyKey, std::uint32_t>& numbers);

}  // namespace tarry::samples
