// SPDX-License-Identifier: BSD-3-Clause
// Finds, after the run, the functions that an instruction belongs to: the one with the code and
// those that are inlined there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tarry::code {

struct CodeFrame {
  std::string function;    // as users write it; empty if unknown
  std::string file;        // file of the place in the function; empty if unknown
  std::uint32_t line = 0;  // 0 if unknown

  friend bool operator==(const CodeFrame&, const CodeFrame&) = default;
};

// The functions from the one with the code to the innermost one that is inlined there; at least
// one.
using CodePlace = std::vector<CodeFrame>;

// Returns the functions of the instructions at `offsets` (address minus load bias) in the object
// file `module`, in their order. Without debug information the function comes from the symbol
// table; without a symbol table it is unknown.
std::vector<CodePlace> code_places(const std::string& module,
                                   const std::vector<std::uint64_t>& offsets);

}  // namespace tarry::code
