// SPDX-License-Identifier: BSD-3-Clause
// What the dynamic linker would read in an ELF file.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tarry::launch {

struct ElfFile {
  bool has_interpreter = false;  // is started by a dynamic linker
  bool is_dynamic = false;
  bool is_foreign = false;           // of another processor family or word size
  std::vector<std::string> needed;   // DT_NEEDED
  std::vector<std::string> rpath;    // folders of DT_RPATH, $ORIGIN replaced
  std::vector<std::string> runpath;  // folders of DT_RUNPATH, $ORIGIN replaced
};

// An Error if the file cannot be read or is no ELF file (BadInput).
base::Result<ElfFile> read_elf(const std::string& path);

struct ElfSymbols {
  std::set<std::string> defined;    // in the dynamic symbol table, or any other
  std::set<std::string> undefined;  // expected of others
};

// The symbols of a file whose names begin with one of `prefixes`. An Error as of read_elf().
base::Result<ElfSymbols> read_symbols(const std::string& path,
                                      const std::vector<std::string_view>& prefixes);

// Where the functions that a file defines begin (address less load bias), ascending. An Error as of
// read_elf().
base::Result<std::vector<std::uint64_t>> read_functions(const std::string& path);

}  // namespace tarry::launch
