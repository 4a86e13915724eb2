// SPDX-License-Identifier: BSD-3-Clause
// The functions of an object file by the place where they begin, from its symbol table. For modules
// that nobody knew before the start: plug-ins, programs behind scripts. Uses no heap, and reads the
// file instead of mapping it: it may be replaced while the program runs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tarry::runtime::core {

class SymbolTable {
 public:
  // Reads the table of the file, or the dynamic one if it was stripped. False if there is none, or
  // without memory. What it keeps is never given back. Thread: caller-locks. Signal: safe.
  bool load(const char* path);

  // The linker's name of the function that begins at `offset` (address less load bias); nullptr if
  // none does. Thread: any. Signal: safe.
  [[nodiscard]] const char* find(std::uint64_t offset) const;

 private:
  struct Function {
    std::uint64_t offset;
    std::uint64_t name;  // offset into names_
  };
  bool read(int file);

  Function* functions_ = nullptr;  // ascending
  std::size_t count_ = 0;
  char* names_ = nullptr;
  std::size_t names_bytes_ = 0;
};

}  // namespace tarry::runtime::core
