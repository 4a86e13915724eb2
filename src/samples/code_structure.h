// SPDX-License-Identifier: BSD-3-Clause
// The knowledge from machine code and debug information about the sampled instructions of a program
// or library: the loops around each, and the possible order of calls.
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
  // Depth of its function: 0 for the one with the code, 1 for one inlined into that at the
  // instruction, and so on.
  std::uint32_t depth = 0;
  std::string file;           // file of its statement; empty: unknown
  std::uint32_t line = 0;     // 0: unknown
  std::uint64_t address = 0;  // address of its first instruction

  friend bool operator==(const LoopFrame&, const LoopFrame&) = default;
};

// A step in the body of a loop or function: a call or another body.
struct FlowPlace {
  enum class Kind : std::uint8_t { Begin, End, Body, Call };

  Kind kind = Kind::Begin;
  std::uint64_t value = 0;  // number of a Body, code address of a Call

  friend auto operator<=>(const FlowPlace&, const FlowPlace&) = default;
};

// The edges of one body: which sampled place can directly follow which in one pass through it.
using FlowEdges = std::set<std::pair<FlowPlace, FlowPlace>>;

struct InstructionStructure {
  std::vector<LoopFrame> loops;  // from the outermost inwards
  // Numbers of the bodies around it, from the outermost inwards: those of the function, its loops,
  // the functions inlined there, and so on. Empty if its control flow is unknown.
  std::vector<std::uint32_t> bodies;

  friend bool operator==(const InstructionStructure&, const InstructionStructure&) = default;
};

struct CodeStructure {
  std::map<std::uint64_t, InstructionStructure> instructions;  // by address
  std::map<std::uint32_t, FlowEdges> flows;  // by body; some are missing because they are unknown

  friend bool operator==(const CodeStructure&, const CodeStructure&) = default;
};

// Returns the structure of the instructions at these addresses (minus load bias) in the object file
// `module`. `calls`: those of them that are calls. The result leaves out what is not understood,
// such as a file that is gone or code of unknown extent. Thread: any.
CodeStructure code_structure(const std::string& module, const std::set<std::uint64_t>& addresses,
                             const std::set<std::uint64_t>& calls);

}  // namespace tarry::samples
