// SPDX-License-Identifier: BSD-3-Clause
// The loops of a function and their nesting. A loop is a largest set of blocks that reach each
// other (a strongly connected component). Inner loops are the components that remain without the
// edges to its entries.
//
//   1 -> 2 -> 3 -> 4 -> 5        loop of 2, 3, 4, entered at 2, and in it the loop of 3
//        ^   <_/   |
//        \_________/
//
// Loops with one entry are the natural loops, where those with the same header count as one. A loop
// with several entries (irreducible) is one loop as well. Source: B. Steensgaard, Sequentializing
// Program Dependence Graphs for Irreducible Programs, 1993.
#pragma once

#include <cstdint>
#include <vector>

#include "code/function_graph.h"

namespace tarry::code {

struct Loop {
  std::uint32_t header =
      FunctionGraph::kNone;  // block; with several entries the first one by address
  std::uint32_t parent = FunctionGraph::kNone;  // the loop around it; kNone: there is none
  bool is_reducible = true;                     // its only entry is its header
};

struct LoopForest {
  // Loops that are nested deeper are part of the loop of this depth.
  static constexpr unsigned kDeepest = 40;

  std::vector<Loop> loops;               // parents before children
  std::vector<std::uint32_t> innermost;  // by block; kNone: it is in no loop
  // By block: it is the entry of a loop. Edges to it from inside of that loop begin a new
  // iteration.
  std::vector<bool> is_entry;

  [[nodiscard]] bool contains(std::uint32_t loop, std::uint32_t block) const;
  // Returns the loops around a block, from the outermost to the innermost.
  [[nodiscard]] std::vector<std::uint32_t> around(std::uint32_t block) const;
};

// The time is proportional to edges times the depth of nesting. Thread: any.
LoopForest loops_of(const FunctionGraph& graph);

}  // namespace tarry::code
