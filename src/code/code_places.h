// SPDX-License-Identifier: BSD-3-Clause
// Which functions an instruction belongs to, after the run: the one whose code it is and those that
// the compiler has put into it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tarry::code {

struct CodeFrame {
  std::string function;    // as users write it; empty if unknown
  std::string file;        // of the place in the function; empty if unknown
  std::uint32_t line = 0;  // 0 if unknown

  friend bool operator==(const CodeFrame&, const CodeFrame&) = default;
};

// From the function that has the code to the innermost one that is inlined there; at least one.
using CodePlace = std::vector<CodeFrame>;

// Of the instructions at `offsets` (address minus load bias) in the object file `module`, in their
// order. Without debug information the symbol table tells the function; without that nobody.
std::vector<CodePlace> code_places(const std::string& module,
                                   const std::vector<std::uint64_t>& offsets);

}  // namespace tarry::code
