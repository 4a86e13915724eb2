// SPDX-License-Identifier: BSD-3-Clause
#include "code/dwarf_scopes.h"

#include <dwarf.h>

#include <filesystem>
#include <string_view>

#include "base/display_name.h"
#include "code/object_file.h"

namespace tarry::code {
namespace {

bool is_code(int tag) {
  return tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block ||
         tag == DW_TAG_inlined_subroutine;
}

// Returns whether an entry may contain functions whose code is not part of its own: clang describes
// functions in their namespaces, GCC Fortran functions in their modules and the code of parallel
// regions in functions without these addresses, and lambdas are in their classes.
bool may_hold_functions(int tag) {
  return tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_subprogram ||
         tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
}

// Appends the code in `outer` that contains the address, from the inside out.
void find_code(Dwarf_Die* outer, Dwarf_Addr address, std::vector<Dwarf_Die>& found) {
  Dwarf_Die inner;
  if (dwarf_child(outer, &inner) != 0) return;
  do {
    if (!is_code(dwarf_tag(&inner)) || dwarf_haspc(&inner, address) <= 0) continue;
    find_code(&inner, address, found);
    found.push_back(inner);
    return;
  } while (dwarf_siblingof(&inner, &inner) == 0);
}

// Replaces libdw's dwarf_getscopes(), which finds nothing in a namespace if it has an inlined
// function whose definition is elsewhere.
void find_scopes(Dwarf_Die* outer, Dwarf_Addr address, std::vector<Dwarf_Die>& found) {
  find_code(outer, address, found);
  Dwarf_Die inner;
  if (!found.empty() || dwarf_child(outer, &inner) != 0) return;
  do {
    if (may_hold_functions(dwarf_tag(&inner))) find_scopes(&inner, address, found);
  } while (found.empty() && dwarf_siblingof(&inner, &inner) == 0);
}

// In DWARF 5 as clang writes it, number 0 is the unit's own file, but the library takes it for
// "none".
const char* declaration_file(Dwarf_Die* die) {
  if (const char* file = dwarf_decl_file(die); file != nullptr) return file;
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  Dwarf_Die unit;
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_attr_integrate(die, DW_AT_decl_file, &attribute) == nullptr ||
      dwarf_formudata(&attribute, &number) != 0 || number != 0 ||
      dwarf_cu_die(attribute.cu, &unit, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) ==
          nullptr ||
      dwarf_getsrcfiles(&unit, &files, &count) != 0 || count == 0)
    return nullptr;
  const char* file = dwarf_filesrc(files, 0, nullptr, nullptr);
  return file != nullptr && file[0] == '/' ? file : nullptr;  // before DWARF 5 it is "???"
}

}  // namespace

std::vector<Dwarf_Die> scopes_around(Dwarf_Die* unit, Dwarf_Addr address) {
  std::vector<Dwarf_Die> found;
  find_scopes(unit, address, found);
  return found;
}

std::string shown_name(Dwarf_Die* function) {
  const std::string linkage = linkage_name(function);
  const std::string shown = base::display_name(linkage);
  const char* name = dwarf_diename(function);
  // GCC names the body of a parallel region only by its symbol.
  if (name != nullptr && std::string_view(name).starts_with("_Z"))
    return base::display_name_of_body(name);
  // A decoded name says more than the own name; otherwise the own name is taken, as for
  // instrumented functions.
  return name != nullptr && shown == linkage ? name : shown;
}

bool says_more(std::string_view symbol, std::string_view name) {
  if (symbol.empty() || name.empty()) return !symbol.empty();
  const bool is_of_lambda = name == "operator()" || name.find("<lambda") != name.npos;
  return is_of_lambda || symbol.ends_with("::" + std::string(name));
}

std::string normal_path(const char* file) {
  return file == nullptr ? "" : std::filesystem::path(file).lexically_normal().string();
}

FunctionName described_function(Dwarf_Die* function) {
  FunctionName out;
  out.name = shown_name(function);
  out.canonical = linkage_name(function);
  out.file = normal_path(declaration_file(function));
  int line = 0;
  if (dwarf_decl_line(function, &line) == 0 && line > 0)
    out.line = static_cast<std::uint32_t>(line);
  return out;
}

void set_call(Dwarf_Die* unit, Dwarf_Die* inlined, CodeFrame& caller) {
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_attr(inlined, DW_AT_call_file, &attribute) != nullptr &&
      dwarf_formudata(&attribute, &number) == 0 && dwarf_getsrcfiles(unit, &files, &count) == 0 &&
      number < count)
    caller.file = normal_path(dwarf_filesrc(files, number, nullptr, nullptr));
  if (dwarf_attr(inlined, DW_AT_call_line, &attribute) != nullptr &&
      dwarf_formudata(&attribute, &number) == 0)
    caller.line = static_cast<std::uint32_t>(number);
}

}  // namespace tarry::code
