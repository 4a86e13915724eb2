// SPDX-License-Identifier: BSD-3-Clause
#include "code/inlined_functions.h"

#include <dwarf.h>

#include <algorithm>

#include "code/dwarf_scopes.h"
#include "code/object_file.h"

namespace tarry::code {
namespace {

std::vector<FunctionName> functions_around(Dwarf_Die* unit, Dwarf_Addr address, std::size_t most) {
  std::vector<FunctionName> out;
  for (Dwarf_Die& scope : scopes_around(unit, address)) {
    if (dwarf_tag(&scope) == DW_TAG_subprogram) break;
    if (dwarf_tag(&scope) != DW_TAG_inlined_subroutine) continue;
    FunctionName function = described_function(&scope);
    if (function.name.empty()) continue;
    if (function.canonical.empty()) function.canonical = function.name;
    out.push_back(std::move(function));
  }
  std::reverse(out.begin(), out.end());
  out.resize(std::min(out.size(), most));
  return out;
}

}  // namespace

std::vector<std::vector<FunctionName>> inlined_functions(const std::string& module,
                                                         const std::vector<std::uint64_t>& offsets,
                                                         std::size_t most) {
  const ObjectFile object(module);
  std::vector<std::vector<FunctionName>> out;
  out.reserve(offsets.size());
  for (const std::uint64_t offset : offsets) {
    Dwarf_Addr bias = 0;
    Dwarf_Die* const unit = object.unit_of(offset, bias);
    out.push_back(unit != nullptr ? functions_around(unit, offset - bias, most)
                                  : std::vector<FunctionName>{});
  }
  return out;
}

}  // namespace tarry::code
