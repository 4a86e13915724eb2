// SPDX-License-Identifier: BSD-3-Clause
// The loops of one function as its source has them: those of the machine code, each with the line
// it begins at and the function, maybe an inlined one, that it stands in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "code/function_source.h"
#include "code/loop_forest.h"

namespace tarry::samples {

struct SourceLoop {
  std::uint32_t scope = 0;    // of FunctionLoops::source that it stands in
  std::uint32_t depth = 0;    // of that scope
  std::string file;           // empty: not known
  std::uint32_t line = 0;     // of its statement; 0: not known
  std::uint64_t address = 0;  // of its first instruction, of the first copy by address
};

struct FunctionLoops {
  code::FunctionGraph graph;
  code::LoopForest forest;
  code::FunctionSource source;
  std::vector<SourceLoop> loops;
  // By loop of the forest: the loop of the source. What a compiler makes of one loop (versions,
  // remainders of unrolled ones) is in the same place and therefore one.
  std::vector<std::uint32_t> source_loop;

  // Whether code of scope `inner` is in scope `outer`.
  [[nodiscard]] bool is_inside(std::uint32_t inner, std::uint32_t outer) const;
  // The loops around an instruction whose scope is inside of theirs, from the outermost inwards.
  // Their depths rise.
  [[nodiscard]] std::vector<std::uint32_t> around(std::uint64_t address) const;
};

// Thread: one (of `module`).
FunctionLoops function_loops(code::FunctionGraph graph, const code::ModuleSource& module);

}  // namespace tarry::samples
