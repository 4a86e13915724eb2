// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sampling/mpi/module_functions.h"

#include <algorithm>
#include <cstddef>

namespace tarry::runtime::sampling::mpi {
namespace {

// The table has the defined symbols, which come last, as chains of hashes that end with an odd one;
// each bucket knows the number of its first symbol. So the last symbol ends the chain that begins
// last.
std::uint32_t count_of(const std::uint32_t* table) {
  const std::uint32_t buckets = table[0];
  const std::uint32_t first_symbol = table[1];
  const std::uint32_t bloom_words = table[2];
  constexpr std::uint32_t kHeader = 4;
  const std::uint32_t* bucket = table + kHeader + std::size_t{bloom_words} * 2;
  const std::uint32_t* chains = bucket + buckets;
  if (buckets == 0) return first_symbol;
  std::uint32_t last = *std::max_element(bucket, bucket + buckets);
  if (last < first_symbol) return first_symbol;
  while ((chains[last - first_symbol] & 1) == 0) ++last;
  return last + 1;
}

}  // namespace

DynamicSymbols dynamic_symbols(const link_map& module) {
  DynamicSymbols out;
  const std::uint32_t* hashes = nullptr;
  for (const ElfW(Dyn)* entry = module.l_ld; entry->d_tag != DT_NULL; ++entry) {
    const auto address = entry->d_un.d_ptr;
    if (entry->d_tag == DT_SYMTAB) out.symbols = reinterpret_cast<const ElfW(Sym)*>(address);
    if (entry->d_tag == DT_STRTAB) out.names = reinterpret_cast<const char*>(address);
    if (entry->d_tag == DT_GNU_HASH) hashes = reinterpret_cast<const std::uint32_t*>(address);
  }
  if (hashes != nullptr && out.symbols != nullptr && out.names != nullptr)
    out.count = count_of(hashes);
  return out;
}

}  // namespace tarry::runtime::sampling::mpi
