// SPDX-License-Identifier: BSD-3-Clause
// What machine code and debug information tell of the sampled instructions of a program or library:
// the loops around each, and in which order what they call can come.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tarry::samples {

// A loop around an instruction.
struct LoopFrame {
  std::uint32_t depth = 0;    // of the function it stands in: 0 the one with the code, 1 what is
                              // inlined into that at the instruction, and so on
  std::string file;           // of its statement; empty: not known
  std::uint32_t line = 0;     // 0: not known
  std::uint64_t address = 0;  // of its first instruction

  friend bool operator==(const LoopFrame&, const LoopFrame&) = default;
};

// What can be in the body of a loop or function: a call, or another body.
struct FlowPlace {
  enum class Kind : std::uint8_t { Begin, End, Body, Call };

  Kind kind = Kind::Begin;
  std::uint64_t value = 0;  // of Body its number, of Call its code address

  friend auto operator<=>(const FlowPlace&, const FlowPlace&) = default;
};

// Of one body: which sampled place can be the next one after which in one pass through it.
using FlowEdges = std::set<std::pair<FlowPlace, FlowPlace>>;

struct InstructionStructure {
  std::vector<LoopFrame> loops;  // from the outermost inwards
  // Numbers of the bodies around it, from the outermost inwards: of the function, its loops, what
  // is inlined there, and so on. Empty: its control flow is not known.
  std::vector<std::uint32_t> bodies;

  friend bool operator==(const InstructionStructure&, const InstructionStructure&) = default;
};

struct CodeStructure {
  std::map<std::uint64_t, InstructionStructure> instructions;  // by address
  std::map<std::uint32_t, FlowEdges> flows;                    // by body; some are not known

  friend bool operator==(const CodeStructure&, const CodeStructure&) = default;
};

// Of the instructions at these addresses (minus load bias) in the object file `module`. `calls`:
// those of them that are calls. What is not understood is left out: a file that is gone, code
// without known extent. Thread: any.
CodeStructure code_structure(const std::string& module, const std::set<std::uint64_t>& addresses,
                             const std::set<std::uint64_t>& calls);

}  // namespace tarry::samples
