// SPDX-License-Identifier: BSD-3-Clause
// What registers hold as far as jumps through tables need it (jump_table.h).
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
    Scaled,    // `base` and `width` times an index
    Entry,     // `width` bytes at `base` and `width` times an index
    Target,    // `anchor` and such an entry of 4 bytes
  };

  Form form = Form::Unknown;
  unsigned width = 0;
  std::uint64_t base = 0;
  std::uint64_t anchor = 0;
  std::uint64_t indices = 0;  // the index is less than this; 0: nobody said so

  friend bool operator==(const Value&, const Value&) = default;
};

inline constexpr std::size_t kRegisters = 16;

// The number of a general register, whatever part of it is meant; kRegisters: it is no such one.
std::size_t register_number(unsigned reg);
// The value of what it called must keep these.
bool is_kept_by_calls(std::size_t number);

// Thread: one.
class RegisterValues {
 public:
  // `at_begin`: the value of a register, by its number, where the evaluation begins; asked for when
  // it is needed.
  explicit RegisterValues(std::function<Value(std::size_t)> at_begin)
      : at_begin_(std::move(at_begin)) {}

  // Takes what the instruction does. `handle`: of Capstone, with details on.
  void execute(csh handle, const cs_insn& instruction);
  // Of an operand: a register, or what memory holds.
  Value read(const cs_insn& instruction, const cs_x86_op& operand);

 private:
  Value of(unsigned reg);
  void set(unsigned reg, const Value& value);
  Value address_of(const cs_insn& instruction, const x86_op_mem& memory);
  std::optional<Value> result(const cs_insn& instruction);

  std::function<Value(std::size_t)> at_begin_;
  std::array<std::optional<Value>, kRegisters> values_;
};

// The constant that the instruction puts into its first operand, if it does that.
std::optional<Value> constant_of(const cs_insn& instruction);

}  // namespace tarry::code
