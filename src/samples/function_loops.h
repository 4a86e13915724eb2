// SPDX-License-Identifier: BSD-3-Clause
// The loops of one function as its source has them. They are those of the machine code, each with
// its line and with the function that it is in, which may be an inlined one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "code/function_source.h"
#include "code/loop_forest.h"

namespace tarry::samples {

struct SourceLoop {
  std::uint32_t scope = 0;    // scope in FunctionLoops::source
  std::uint32_t depth = 0;    // depth of that scope
  std::string file;           // empty: unknown
  std::uint32_t line = 0;     // line of its statement; 0: unknown
  std::uint64_t address = 0;  // first instruction of the copy with the lowest address
};

struct FunctionLoops {
  code::FunctionGraph graph;
  code::LoopForest forest;
  code::FunctionSource source;
  std::vector<SourceLoop> loops;
  // By loop of the forest: the loop of the source. All loops that a compiler makes from one
  // (versions, remainders of unrolling) are in the same place and count as one.
  std::vector<std::uint32_t> source_loop;

  // Returns whether code of scope `inner` is in scope `outer`.
  [[nodiscard]] bool is_inside(std::uint32_t inner, std::uint32_t outer) const;
  // Returns the loops around an instruction whose scopes are around its scope, from the outermost
  // inwards. Their depths rise.
  [[nodiscard]] std::vector<std::uint32_t> around(std::uint64_t address) const;
};

// Thread: one (of `module`).
FunctionLoops function_loops(code::FunctionGraph graph, const code::ModuleSource& module);

}  // namespace tarry::samples
