// SPDX-License-Identifier: BSD-3-Clause
// The contents of registers, as far as jumps through tables depend on them (jump_table.h).
#pragma once

#include <capstone/capstone.h>

#include <array>
#include <functional>
#include <optional>

#include "code/object_code.h"

namespace tarry::code {

struct Value {
  enum class Form : std::uint8_t {
    Unknown,
    Constant,  // `base`
    Scaled,    // `base` plus `width` times an index
    Entry,     // `width` bytes at `base` plus `width` times an index
    Target,    // `anchor` plus such an entry of 4 bytes
  };

  Form form = Form::Unknown;
  unsigned width = 0;
  std::uint64_t base = 0;
  std::uint64_t anchor = 0;
  std::uint64_t indices = 0;  // the index is less than this; 0: unknown

  friend bool operator==(const Value&, const Value&) = default;
};

inline constexpr std::size_t kRegisters = 16;

// Returns the number of a general register, given any part of it; kRegisters: it is none.
std::size_t register_number(unsigned reg);
// Returns whether a called function must preserve the register.
bool is_kept_by_calls(std::size_t number);

// Thread: one.
class RegisterValues {
 public:
  // `at_begin`: returns the value of a register, by its number, where the evaluation begins. It is
  // called on demand.
  explicit RegisterValues(std::function<Value(std::size_t)> at_begin)
      : at_begin_(std::move(at_begin)) {}

  // Applies the effect of the instruction. `handle`: Capstone's, with details on.
  void execute(csh handle, const cs_insn& instruction);
  // Returns the value of an operand: a register, a constant or the content of memory.
  Value read(const cs_insn& instruction, const cs_x86_op& operand);

 private:
  Value of(unsigned reg);
  void set(unsigned reg, const Value& value);
  Value address_of(const cs_insn& instruction, const x86_op_mem& memory);
  std::optional<Value> result(const cs_insn& instruction);

  std::function<Value(std::size_t)> at_begin_;
  std::array<std::optional<Value>, kRegisters> values_;
};

// Returns the constant that the instruction puts into its first operand, if it does so.
std::optional<Value> constant_of(const cs_insn& instruction);

}  // namespace tarry::code
