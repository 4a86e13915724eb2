// SPDX-License-Identifier: BSD-3-Clause
// One step up the stack: from the state of a function to that of its caller. By call frame
// information; where there is none, by the frame pointer, if what it leads to looks like a frame.
#pragma once

#include <cstdint>

#include "runtime/unwinding/rules_cache.h"
#include "runtime/unwinding/stack_memory.h"

namespace tarry::runtime::unwinding {

// What unwinding goes on from.
struct FrameState {
  std::uint64_t pc = 0;  // next instruction; where a call returns to, but for `is_interrupted`
  std::uint64_t rsp = 0;
  std::uint64_t rbp = 0;
  std::uint64_t rbx = 0;
  bool is_interrupted = false;  // the instruction was next: innermost, or below a signal

  friend bool operator==(const FrameState&, const FrameState&) = default;

  // An address inside of the instruction that the function is at.
  [[nodiscard]] std::uint64_t code() const { return is_interrupted ? pc : pc - 1; }
};

// The other registers of an interrupted function, by DWARF's numbers.
struct Registers {
  std::uint64_t values[16] = {};
};

// Where on the stack the caller's state was read; 0: it was not read there.
struct Reads {
  std::uint64_t pc = 0;
  std::uint64_t rsp = 0;
  std::uint64_t rbp = 0;
  std::uint64_t rbx = 0;
};

enum class StepEnd : std::uint8_t {
  Caller,     // `caller` and `reads` are valid
  Outermost,  // nobody has called it
  Lost,       // it cannot be found out who has
};

struct Step {
  StepEnd end = StepEnd::Lost;
  FrameState caller;
  Reads reads;
  std::uint64_t cfa = 0;       // of the frame itself; 0 if it is not known
  std::uint64_t function = 0;  // that the frame is of; 0 if it is not known
  std::uint64_t bias = 0;      // of the object that the function is in
  ObjectFacts facts;           // of that object
  bool uses_rbp = false;       // the caller's state was found by this register's value
  bool uses_rbx = false;
};

// `registers`: of an interrupted function if they are known, else nullptr. `memory` follows to
// another stack. Thread: owner of `cache`. Signal: safe.
Step step_up(const FrameState& state, const Registers* registers, RulesCache& cache,
             StackMemory& memory);

}  // namespace tarry::runtime::unwinding
