// SPDX-License-Identifier: BSD-3-Clause
#include "trace/finish/code_places.h"

#include <dwarf.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "base/display_name.h"
#include "trace/finish/object_file.h"

namespace tarry::trace::finish {
namespace {

struct Free {
  void operator()(Dwarf_Die* dies) const { std::free(dies); }
};
using Dies = std::unique_ptr<Dwarf_Die[], Free>;

std::string normal(const char* file) {
  return file == nullptr ? "" : std::filesystem::path(file).lexically_normal().string();
}

std::string name_of(Dwarf_Die* die) {
  const std::string linkage = linkage_name(die);
  const std::string shown = base::display_name(linkage);
  const char* name = dwarf_diename(die);
  // As for instrumented functions: only what was decoded says more than the own name.
  return name != nullptr && shown == linkage ? name : shown;
}

// Where in its caller a function was inlined.
void set_call(Dwarf_Die* unit, Dwarf_Die* inlined, CodeFrame& caller) {
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_attr(inlined, DW_AT_call_file, &attribute) != nullptr &&
      dwarf_formudata(&attribute, &number) == 0 && dwarf_getsrcfiles(unit, &files, &count) == 0 &&
      number < count)
    caller.file = normal(dwarf_filesrc(files, number, nullptr, nullptr));
  if (dwarf_attr(inlined, DW_AT_call_line, &attribute) != nullptr &&
      dwarf_formudata(&attribute, &number) == 0)
    caller.line = static_cast<std::uint32_t>(number);
}

void set_line(Dwarf_Die* unit, Dwarf_Addr address, CodeFrame& frame) {
  Dwarf_Line* const found = dwarf_getsrc_die(unit, address);
  int line = 0;
  if (found == nullptr || dwarf_lineno(found, &line) != 0 || line <= 0) return;
  frame.file = normal(dwarf_linesrc(found, nullptr, nullptr));
  frame.line = static_cast<std::uint32_t>(line);
}

// dwarf_getscopes() of what is in `outer`, and of its namespaces, in which clang describes
// functions and libdw does not look for them.
int scopes_at(Dwarf_Die* outer, Dwarf_Addr address, Dwarf_Die** found) {
  const int count = dwarf_getscopes(outer, address, found);
  Dwarf_Die inner;
  if (count > 0 || dwarf_child(outer, &inner) != 0) return count;
  do {
    if (dwarf_tag(&inner) != DW_TAG_namespace) continue;
    if (const int inside = scopes_at(&inner, address, found); inside > 0) return inside;
  } while (dwarf_siblingof(&inner, &inner) == 0);
  return 0;
}

// From the innermost function outwards, each with where it is; empty if the unit does not say.
CodePlace functions_at(Dwarf_Die* unit, Dwarf_Addr address) {
  CodePlace out;
  Dwarf_Die* found = nullptr;
  if (scopes_at(unit, address, &found) <= 0) return out;
  const Dies innermost(found);
  // What is around the instruction; the scopes before are those around the source.
  const int count = dwarf_getscopes_die(&innermost[0], &found);
  if (count <= 0) return out;
  const Dies around(found);
  CodeFrame at;
  set_line(unit, address, at);
  for (int i = 0; i < count; ++i) {
    const int tag = dwarf_tag(&around[i]);
    if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram) continue;
    at.function = name_of(&around[i]);
    out.push_back(at);
    if (tag == DW_TAG_subprogram) break;
    at = {};
    set_call(unit, &around[i], at);
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
  CodePlace out = unit != nullptr ? functions_at(unit, address - bias) : CodePlace{};
  std::reverse(out.begin(), out.end());
  if (out.empty()) out.emplace_back();
  if (out[0].function.empty() && object.module() != nullptr)
    out[0].function = symbol_at(object.module(), address);
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

}  // namespace tarry::trace::finish
