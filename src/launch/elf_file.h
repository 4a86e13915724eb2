// SPDX-License-Identifier: BSD-3-Clause
// The parts of an ELF file that the dynamic linker would read.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tarry::launch {

struct ElfFile {
  bool has_interpreter = false;  // true if a dynamic linker starts it
  bool is_dynamic = false;
  bool is_foreign = false;           // true if of another processor family or word size
  std::vector<std::string> needed;   // DT_NEEDED
  std::vector<std::string> rpath;    // folders of DT_RPATH, with $ORIGIN replaced
  std::vector<std::string> runpath;  // folders of DT_RUNPATH, with $ORIGIN replaced
  std::string linked_runtime;        // version of the runtime that is linked into it, if one is
};

// Returns an Error if the file cannot be read or is no ELF file (BadInput).
base::Result<ElfFile> read_elf(const std::string& path);

struct ElfSymbols {
  std::set<std::string> defined;    // in the dynamic symbol table, or in any other
  std::set<std::string> undefined;  // expected from other files
};

// Returns the symbols of a file whose names begin with one of `prefixes`. Errors are those of
// read_elf().
base::Result<ElfSymbols> read_symbols(const std::string& path,
                                      const std::vector<std::string_view>& prefixes);

// Returns where the functions that a file defines begin (address minus load bias), ascending.
// Errors are those of read_elf().
base::Result<std::vector<std::uint64_t>> read_functions(const std::string& path);

}  // namespace tarry::launch
