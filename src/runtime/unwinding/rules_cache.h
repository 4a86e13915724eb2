// SPDX-License-Identifier: BSD-3-Clause
// The rules of the instructions that a thread was seen at: looked up once, as long as the same
// object is loaded there. One per thread, so that nobody has to be waited for.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/unwinding/code_lookup.h"
#include "runtime/unwinding/frame_rules.h"

namespace tarry::runtime::unwinding {

// What the owner of a cache makes of an object.
struct ObjectFacts {
  static constexpr std::uint16_t kNoModule = 0xffff;

  std::uint16_t module = kNoModule;  // the owner's number of the object
  std::uint8_t kind = 0;             // the owner's class of the object
  bool is_ours = false;              // a library that we have injected
  bool is_final = true;              // false: to be asked again
};

// `identity`: not 0, another one for each object that was ever loaded. Signal: safe.
using DescribeObject = ObjectFacts (*)(std::uint64_t identity, const dl_find_object& object);

// The rules of one place and the object that it is part of.
struct CodePlace {
  std::uint64_t pc = 0;
  std::uint64_t object = 0;  // tells objects apart that lie there one after the other; 0: in none
  std::uint64_t bias = 0;    // of the object
  ObjectFacts facts;
  FrameRules rules;
};

// A zero-initialised object is an empty cache. Thread: owner. Signal: safe, unless it interrupts
// itself.
class RulesCache {
 public:
  // Asks `describe` about the object of each place; without it objects have default facts.
  void describe_with(DescribeObject describe) { describe_ = describe; }

  // What is there is found out anew: other objects may have been loaded to where they were.
  // `unloadings`: another number each time.
  void forget_objects(std::uint32_t unloadings) { unloadings_ = unloadings; }

  // `pc`: an instruction, or the last byte of one. Valid until the next call.
  const CodePlace& find(std::uint64_t pc);

 private:
  static constexpr unsigned kBits = 11;

  DescribeObject describe_;
  std::uint32_t unloadings_;
  CodePlace places_[std::size_t{1} << kBits];
};

}  // namespace tarry::runtime::unwinding
