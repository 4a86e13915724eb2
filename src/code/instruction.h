// SPDX-License-Identifier: BSD-3-Clause
// One instruction of x86-64, as far as control flow needs it. Capstone knows how long it is and
// what it does.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "code/capstone_handle.h"
#include "code/object_code.h"

namespace tarry::code {

struct Instruction {
  enum class Kind : std::uint8_t {
    Other,         // the next one follows
    Call,          // it follows if what is called returns
    Branch,        // `target` or the next one follows
    Jump,          // `target` follows
    IndirectJump,  // something that registers or memory tell
    Return,
    Stop,  // nothing follows: traps
  };

  Address address = 0;
  Address target = 0;  // of Branch and Jump; of Call: 0 if registers or memory tell
  Address slot = 0;    // of IndirectJump and Call: the pointer at a fixed place that tells, else 0
  std::uint8_t size = 0;
  Kind kind = Kind::Other;

  [[nodiscard]] Address end() const { return address + size; }
  [[nodiscard]] bool may_go_on() const {
    return kind == Kind::Other || kind == Kind::Call || kind == Kind::Branch;
  }
};

// Thread: one.
class Decoder {
 public:
  // The first instruction of `bytes`, which are at `address`; nothing if there is none.
  std::optional<Instruction> decode(std::span<const std::uint8_t> bytes, Address address);

 private:
  CapstoneHandle capstone_{false};
};

}  // namespace tarry::code
