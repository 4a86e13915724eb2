// SPDX-License-Identifier: BSD-3-Clause
// The control flow of one function: blocks of instructions that are always executed one after the
// other, and the possible successors of each block. It contains all parts of the function,
// including those that the compiler moved away, but no code that only exceptions reach.
#pragma once

#include <cstdint>
#include <vector>

#include "code/object_code.h"

namespace tarry::code {

struct Block {
  Address begin = 0;
  Address end = 0;
  Address last = 0;                       // address of its last instruction
  std::vector<std::uint32_t> successors;  // numbers of blocks, each once
  bool leaves = false;                    // the function can end after it: by a return or tail call
};

struct FunctionGraph {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  Address begin = 0;          // address of the function's first instruction
  std::vector<Block> blocks;  // by address; they overlap only where code jumps into instructions
  std::uint32_t entry = kNone;
  // False if edges are missing because some jumps or some code are not understood.
  bool is_complete = true;

  // Returns the block that contains the instruction at `address`, or the one around it; kNone: no
  // block does.
  [[nodiscard]] std::uint32_t block_at(Address address) const;
  // Returns by block its possible predecessors.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> predecessors() const;
};

}  // namespace tarry::code
