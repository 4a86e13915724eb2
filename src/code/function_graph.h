// SPDX-License-Identifier: BSD-3-Clause
// The control flow of one function: blocks of instructions that are always executed one after the
// other, and which block can come next. All parts of the function are in it, also those that the
// compiler moved away; what only exceptions reach is not.
#pragma once

#include <cstdint>
#include <vector>

#include "code/object_code.h"

namespace tarry::code {

struct Block {
  Address begin = 0;
  Address end = 0;
  Address last = 0;                       // its last instruction
  std::vector<std::uint32_t> successors;  // numbers of blocks, each once
  bool leaves = false;  // the function can end behind it: by a return or tail call
};

struct FunctionGraph {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  Address begin = 0;          // of the function: its first instruction
  std::vector<Block> blocks;  // by address; they overlap only where code jumps into instructions
  std::uint32_t entry = kNone;
  // False: some jumps are not understood or some code is not, so that edges are missing.
  bool is_complete = true;

  // The block that the instruction at `address`, or around it, is in; kNone: it is in none.
  [[nodiscard]] std::uint32_t block_at(Address address) const;
  // By block, those that it can come after.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> predecessors() const;
};

}  // namespace tarry::code
