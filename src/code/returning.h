// SPDX-License-Identifier: BSD-3-Clause
// Finds functions that never return: the code after a call of such a function belongs to something
// else.
#pragma once

#include <unordered_map>

#include "code/instruction.h"

namespace tarry::code {

class Returning {
 public:
  // Both must outlive this object.
  Returning(const ObjectCode& code, Decoder& decoder) : code_(code), decoder_(decoder) {}

  // Returns whether the function of this call is known by its name never to return.
  [[nodiscard]] bool never_by_name(const Instruction& call) const;
  // Returns whether all ways through the code of a function call another one that never returns. It
  // examines small functions only. Thread: one.
  bool never_by_code(Address function) { return never(function, 0); }

 private:
  bool never(Address function, unsigned depth);
  bool finds_no_return(Address function, unsigned depth);

  const ObjectCode& code_;
  Decoder& decoder_;
  std::unordered_map<Address, bool> known_;
};

}  // namespace tarry::code
