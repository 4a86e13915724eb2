// SPDX-License-Identifier: BSD-3-Clause
// Finds names, files and lines of instrumented functions after the run: from the debug information
// of the object that holds them, else from its symbol table, else as module and offset.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tarry::code {

struct FunctionName {
  std::string name;       // as users write it
  std::string canonical;  // linker symbol; equal to `name` if there is none
  std::string file;       // file of the declaration; empty if unknown
  std::uint32_t line = 0;
  // The offset at which the function begins. It is another one than asked for if the compiler has
  // moved that code away (`.cold`), or if the offset is in the middle of the function.
  std::uint64_t begin = 0;
};

// Returns the functions that begin at `offsets` (address minus load bias) in the object file
// `module`, in the order of `offsets`. If the file is gone or unreadable, names are like
// "libx.so+0x1230".
std::vector<FunctionName> name_functions(const std::string& module,
                                         const std::vector<std::uint64_t>& offsets);

// The source of an instruction.
struct SourceLine {
  std::string name;  // "heat.cc:42"; without debug information "relax+0x2f" or "libx.so+0x1230"
  std::string file;  // empty if unknown
  std::uint32_t line = 0;
};

// Returns the sources of the instructions at `offsets`, in their order.
std::vector<SourceLine> source_lines(const std::string& module,
                                     const std::vector<std::uint64_t>& offsets);

}  // namespace tarry::code
