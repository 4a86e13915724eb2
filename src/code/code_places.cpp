// SPDX-License-Identifier: BSD-3-Clause
#include "code/code_places.h"

#include <dwarf.h>

#include <algorithm>

#include "base/display_name.h"
#include "code/dwarf_scopes.h"
#include "code/object_file.h"

namespace tarry::code {
namespace {

void set_line(Dwarf_Die* unit, Dwarf_Addr address, CodeFrame& frame) {
  Dwarf_Line* const found = dwarf_getsrc_die(unit, address);
  int line = 0;
  if (found == nullptr || dwarf_lineno(found, &line) != 0 || line <= 0) return;
  frame.file = normal_path(dwarf_linesrc(found, nullptr, nullptr));
  frame.line = static_cast<std::uint32_t>(line);
}

bool is_cpp(Dwarf_Die* unit) {
  const int language = dwarf_srclang(unit);
  return language == DW_LANG_C_plus_plus || language == DW_LANG_C_plus_plus_03 ||
         language == DW_LANG_C_plus_plus_11 || language == DW_LANG_C_plus_plus_14;
}

// Returns the functions from the innermost one outwards, each with its place; empty if the unit
// does not tell. Sets whether the name of the outermost may lack its scope.
CodePlace functions_at(Dwarf_Die* unit, Dwarf_Addr address, bool& may_lack_scope) {
  CodePlace out;
  CodeFrame at;
  set_line(unit, address, at);
  for (Dwarf_Die& scope : scopes_around(unit, address)) {
    const int tag = dwarf_tag(&scope);
    if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram) continue;
    at.function = shown_name(&scope);
    out.push_back(at);
    if (tag == DW_TAG_subprogram) {
      may_lack_scope = is_cpp(unit) && linkage_name(&scope).empty();
      break;
    }
    at = {};
    set_call(unit, &scope, at);
  }
  return out;
}

std::string symbol_at(Dwfl_Module* module, std::uint64_t address) {
  GElf_Off distance = 0;
  GElf_Sym symbol;
  const char* text =
      dwfl_module_addrinfo(module, address, &distance, &symbol, nullptr, nullptr, nullptr);
  const bool is_inside = text != nullptr && (symbol.st_size == 0 || distance < symbol.st_size);
  return is_inside ? base::display_name(text) : std::string();
}

CodePlace place_at(const ObjectFile& object, std::uint64_t address) {
  Dwarf_Addr bias = 0;
  Dwarf_Die* const unit = object.unit_of(address, bias);
  bool may_lack_scope = true;
  CodePlace out =
      unit != nullptr ? functions_at(unit, address - bias, may_lack_scope) : CodePlace{};
  std::reverse(out.begin(), out.end());
  if (out.empty()) out.emplace_back();
  // The search for a symbol takes as long as there are symbols.
  if (!may_lack_scope || object.module() == nullptr) return out;
  if (std::string symbol = symbol_at(object.module(), address); says_more(symbol, out[0].function))
    out[0].function = std::move(symbol);
  return out;
}

}  // namespace

std::vector<CodePlace> code_places(const std::string& module,
                                   const std::vector<std::uint64_t>& offsets) {
  const ObjectFile object(module);
  std::vector<CodePlace> out;
  out.reserve(offsets.size());
  for (const std::uint64_t offset : offsets) out.push_back(place_at(object, offset));
  return out;
}

}  // namespace tarry::code
