// SPDX-License-Identifier: BSD-3-Clause
// Makes control-flow graphs of functions. It follows their code from the first instruction on,
// through branches, jump tables (jump_table.h) and parts that were moved away, and past calls that
// return (returning.h).
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
  // Functions with more instructions get no graph.
  static constexpr std::size_t kMostInstructions = 200'000;

  // `code` must outlive it.
  explicit GraphMaker(const ObjectCode& code)
      : code_(code), returning_(code, decoder_), tables_(code) {}

  // Returns the graph of the function with the instruction at `address`. Returns nothing if the
  // begin of the function is unknown, or if it is too large. The time is proportional to its
  // instructions. Thread: one.
  std::optional<FunctionGraph> function_at(Address address);

 private:
  const ObjectCode& code_;
  Decoder decoder_;
  Returning returning_;
  JumpTables tables_;
};

}  // namespace tarry::code
