// SPDX-License-Identifier: BSD-3-Clause
// One instruction of x86-64, reduced to what control flow needs. Capstone tells its length and its
// effect.
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
    Call,          // the next one follows if the called function returns
    Branch,        // `target` or the next one follows
    Jump,          // `target` follows
    IndirectJump,  // registers or memory decide what follows
    Return,
    Stop,  // nothing follows: a trap
  };

  Address address = 0;
  // For Branch and Jump; for Call as well unless registers or memory decide, then 0.
  Address target = 0;
  Address slot = 0;  // for IndirectJump and Call: fixed place of the pointer that decides, else 0
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
  // Returns the first instruction of `bytes`, which are at `address`; nothing if there is none.
  std::optional<Instruction> decode(std::span<const std::uint8_t> bytes, Address address);

 private:
  CapstoneHandle capstone_{false};
};

}  // namespace tarry::code
