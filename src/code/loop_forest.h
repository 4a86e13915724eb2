// SPDX-License-Identifier: BSD-3-Clause
// The loops of a function and how they are nested. A loop is a largest set of blocks that reach
// each other (a strongly connected component); without the edges to where it is entered, what is
// left of it are the loops inside.
//
//   1 -> 2 -> 3 -> 4 -> 5        loop of 2, 3, 4, entered at 2, and in it the loop of 3
//        ^   <_/   |
//        \_________/
//
// For loops with one entry these are the natural loops, those with the same header taken for one;
// a loop with several entries (irreducible) is one loop as well. Source: B. Steensgaard,
// Sequentializing Program Dependence Graphs for Irreducible Programs, 1993.
#pragma once

#include <cstdint>
#include <vector>

#include "code/function_graph.h"

namespace tarry::code {

struct Loop {
  std::uint32_t header =
      FunctionGraph::kNone;  // block; the first one by address of several entries
  std::uint32_t parent = FunctionGraph::kNone;  // the loop around it; kNone: none
  bool is_reducible = true;                     // it is entered at its header only
};

struct LoopForest {
  // What is nested deeper is part of the loop of this depth.
  static constexpr unsigned kDeepest = 40;

  std::vector<Loop> loops;               // parents before children
  std::vector<std::uint32_t> innermost;  // by block; kNone: in no loop
  // By block: where a loop is entered. Edges to it from inside of that loop begin a new iteration.
  std::vector<bool> is_entry;

  [[nodiscard]] bool contains(std::uint32_t loop, std::uint32_t block) const;
  // From the outermost loop around a block to the innermost.
  [[nodiscard]] std::vector<std::uint32_t> around(std::uint32_t block) const;
};

// Takes time in proportion to edges times the depth of nesting. Thread: any.
LoopForest loops_of(const FunctionGraph& graph);

}  // namespace tarry::code
