// SPDX-License-Identifier: BSD-3-Clause
// The functions that a loaded module exports and those that it imports, found without the dynamic
// loader's locks.
#pragma once

#include <elf.h>
#include <link.h>

#include <cstdint>

namespace tarry::runtime::sampling::mpi {

struct DynamicSymbols {
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  std::uint32_t count = 0;
};

// Returns the symbols of a module that glibc has loaded, and whose tables of addresses it has
// relocated in place. There are none if the module lacks a table of hashes in GNU's form. Source:
// glibc, elf/dl-lookup.c, which defines the layout.
DynamicSymbols dynamic_symbols(const link_map& module);

// Calls visit(const char* name, bool is_defined); functions that are not defined are imported from
// another module. Thread: any.
template <class Visit>
void for_each_function(const link_map& module, const Visit& visit) {
  const DynamicSymbols table = dynamic_symbols(module);
  for (std::uint32_t i = 0; i < table.count; ++i) {
    const ElfW(Sym)& symbol = table.symbols[i];
    const bool is_defined = symbol.st_shndx != SHN_UNDEF;
    if (!is_defined || ELF64_ST_TYPE(symbol.st_info) == STT_FUNC)
      visit(table.names + symbol.st_name, is_defined);
  }
}

}  // namespace tarry::runtime::sampling::mpi
