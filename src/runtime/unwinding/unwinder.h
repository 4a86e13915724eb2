// SPDX-License-Identifier: BSD-3-Clause
// One step up the stack: from the state of a function to that of its caller. It uses call frame
// information; where there is none, it uses the frame pointer if that leads to something that looks
// like a frame.
#pragma once

#include <cstdint>

#include "runtime/unwinding/rules_cache.h"
#include "runtime/unwinding/stack_memory.h"

namespace tarry::runtime::unwinding {

// The state from which unwinding continues.
struct FrameState {
  std::uint64_t pc = 0;  // next instruction: a return address, unless `is_interrupted`
  std::uint64_t rsp = 0;
  std::uint64_t rbp = 0;
  std::uint64_t rbx = 0;
  bool is_interrupted = false;  // `pc` was about to be executed: innermost, or below a signal

  friend bool operator==(const FrameState&, const FrameState&) = default;

  // Returns an address inside the instruction that the function is at.
  [[nodiscard]] std::uint64_t code() const { return is_interrupted ? pc : pc - 1; }
};

// The other registers of an interrupted function, by DWARF's numbers.
struct Registers {
  std::uint64_t values[16] = {};
};

// The places on the stack where the caller's state was read; 0: not read from there.
struct Reads {
  std::uint64_t pc = 0;
  std::uint64_t rsp = 0;
  std::uint64_t rbp = 0;
  std::uint64_t rbx = 0;
};

enum class StepEnd : std::uint8_t {
  Caller,     // `caller` and `reads` are valid
  Outermost,  // it has no caller
  Lost,       // the caller cannot be found out
};

struct Step {
  StepEnd end = StepEnd::Lost;
  FrameState caller;
  Reads reads;
  std::uint64_t cfa = 0;       // of the frame itself; 0: unknown
  std::uint64_t function = 0;  // function of the frame; 0: unknown
  std::uint64_t bias = 0;      // of the object that contains the function
  ObjectFacts facts;           // of that object
  bool uses_rbp = false;       // the caller's state was found by the value of this register
  bool uses_rbx = false;
};

// `registers`: those of an interrupted function if they are known, else nullptr. `memory` follows
// to another stack. Thread: owner of `cache`. Signal: safe.
Step step_up(const FrameState& state, const Registers* registers, RulesCache& cache,
             StackMemory& memory);

}  // namespace tarry::runtime::unwinding
