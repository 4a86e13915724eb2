// SPDX-License-Identifier: BSD-3-Clause
// Makes control-flow graphs of functions: follows their code from the first instruction on, through
// branches, jump tables (jump_table.h) and parts that were moved away, past calls that return
// (returning.h).
//
//   jump to the begin of another function       tail call: the function ends
//   jump into the middle of another part        that part belongs to the function
//   jump to the begin of a part without name    belongs to it if it jumps back into its middle
#pragma once

#include <cstdint>
#include <optional>

#include "code/function_graph.h"
#include "code/jump_table.h"
#include "code/returning.h"

namespace tarry::code {

class GraphMaker {
 public:
  // Of a function with more instructions no graph is made.
  static constexpr std::size_t kMostInstructions = 200'000;

  // `code` must outlive it.
  explicit GraphMaker(const ObjectCode& code)
      : code_(code), returning_(code, decoder_), tables_(code) {}

  // Of the function that has the instruction at `address`; nothing if nobody says where it begins,
  // or if it is too large. Takes time in proportion to its instructions. Thread: one.
  std::optional<FunctionGraph> function_at(Address address);

 private:
  const ObjectCode& code_;
  Decoder decoder_;
  Returning returning_;
  JumpTables tables_;
};

}  // namespace tarry::code
