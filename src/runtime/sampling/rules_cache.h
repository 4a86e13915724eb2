// SPDX-License-Identifier: BSD-3-Clause
// The rules of the instructions that a thread was seen at: looked up once, as long as the same
// object is loaded there. One per thread, so that nobody has to be waited for.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/sampling/frame_rules.h"

namespace tarry::runtime::sampling {

// The rules of one place and what it is part of.
struct CodePlace {
  std::uint64_t pc = 0;
  std::uint64_t object = 0;  // tells objects apart that lie there one after the other; 0: in none
  std::uint64_t bias = 0;    // of the object
  std::uint16_t module = 0;  // its number
  bool is_ours = false;      // a library that we have injected
  FrameRules rules;
};

// Of zeros it is empty. Thread: owner. Signal: safe, unless it interrupts itself.
class RulesCache {
 public:
  // `pc`: an instruction, or the last byte of one. Valid until the next call.
  const CodePlace& find(std::uint64_t pc);

 private:
  static constexpr unsigned kBits = 11;

  CodePlace places_[std::size_t{1} << kBits];
};

}  // namespace tarry::runtime::sampling
