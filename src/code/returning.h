// SPDX-License-Identifier: BSD-3-Clause
// Which functions never return: what stands behind a call of one belongs to something else.
#pragma once

#include <unordered_map>

#include "code/instruction.h"

namespace tarry::code {

class Returning {
 public:
  // Both must outlive it.
  Returning(const ObjectCode& code, Decoder& decoder) : code_(code), decoder_(decoder) {}

  // Whether what this call calls is known never to return, by its name.
  [[nodiscard]] bool never_by_name(const Instruction& call) const;
  // By its code: on all ways through it, something is called that never returns. Looks at small
  // functions only. Thread: one.
  bool never_by_code(Address function) { return never(function, 0); }

 private:
  bool never(Address function, unsigned depth);
  bool finds_no_return(Address function, unsigned depth);

  const ObjectCode& code_;
  Decoder& decoder_;
  std::unordered_map<Address, bool> known_;
};

}  // namespace tarry::code
