// SPDX-License-Identifier: BSD-3-Clause
// The functions of an object file by their first address, from its symbol table. It serves modules
// that were not known before the start: plug-ins, programs behind scripts. It uses no heap, and it
// reads the file instead of mapping it, because the file may be replaced while the program runs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tarry::runtime::core {

class SymbolTable {
 public:
  // Reads the symbol table of the file, or the dynamic one if the file was stripped. Returns false
  // if there is no table or no memory. Its memory is never given back. Thread: caller-locks.
  // Signal: safe.
  bool load(const char* path);

  // Returns the linker's name of the function that begins at `offset` (address less load bias);
  // nullptr if there is none. Thread: any. Signal: safe.
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
