// SPDX-License-Identifier: BSD-3-Clause
// The rules of the instructions at which a thread was seen. They are looked up once, as long as the
// same object is loaded there. Each thread has its own cache, so no thread waits for another.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/unwinding/code_lookup.h"
#include "runtime/unwinding/frame_rules.h"

namespace tarry::runtime::unwinding {

// The properties that the owner of a cache derives for an object.
struct ObjectFacts {
  static constexpr std::uint16_t kNoModule = 0xffff;

  std::uint16_t module = kNoModule;  // the owner's number of the object
  std::uint8_t kind = 0;             // the owner's class of the object
  bool is_ours = false;              // a library that we have injected
  bool is_final = true;              // false: the cache asks again
};

// `identity` is not 0 and differs for all objects that were ever loaded. Signal: safe.
using DescribeObject = ObjectFacts (*)(std::uint64_t identity, const dl_find_object& object);

// The rules of one place and the object that contains it.
struct CodePlace {
  std::uint64_t pc = 0;
  std::uint64_t object = 0;  // distinguishes successive objects at this place; 0: in none
  std::uint64_t bias = 0;    // the object's
  ObjectFacts facts;
  FrameRules rules;
};

// A zero-initialized object is an empty cache. Thread: owner. Signal: safe, unless the handler
// interrupts one of its functions.
class RulesCache {
 public:
  // Sets the function that describes the object of each place; without it objects have default
  // facts.
  void describe_with(DescribeObject describe) { describe_ = describe; }

  // Makes the cache look everything up again, because other objects may have been loaded to the
  // places of old ones. `unloadings` must differ each time.
  void forget_objects(std::uint32_t unloadings) { unloadings_ = unloadings; }

  // `pc` is an instruction, or the last byte of one. The result is valid until the next call.
  const CodePlace& find(std::uint64_t pc);

 private:
  static constexpr unsigned kBits = 11;

  DescribeObject describe_;
  std::uint32_t unloadings_;
  CodePlace places_[std::size_t{1} << kBits];
};

}  // namespace tarry::runtime::unwinding
