// SPDX-License-Identifier: BSD-3-Clause
#include "trace/finish/dwarf_scopes.h"

#include <dwarf.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>

#include "base/display_name.h"
#include "trace/finish/object_file.h"

namespace tarry::trace::finish {
namespace {

struct Free {
  void operator()(Dwarf_Die* dies) const { std::free(dies); }
};
using Dies = std::unique_ptr<Dwarf_Die[], Free>;

bool may_hold_functions(int tag) {
  return tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_subprogram ||
         tag == DW_TAG_lexical_block || tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
}

// dwarf_getscopes() of what is in `outer`, and of where libdw does not look: clang describes
// functions in their namespaces, GCC those of Fortran in their modules, lambdas in their classes,
// and the code of parallel regions in functions that have no such addresses.
int scopes_at(Dwarf_Die* outer, Dwarf_Addr address, Dwarf_Die** found) {
  const int count = dwarf_getscopes(outer, address, found);
  Dwarf_Die inner;
  if (count > 0 || dwarf_child(outer, &inner) != 0) return count;
  do {
    if (!may_hold_functions(dwarf_tag(&inner))) continue;
    if (const int inside = scopes_at(&inner, address, found); inside > 0) return inside;
  } while (dwarf_siblingof(&inner, &inner) == 0);
  return 0;
}

}  // namespace

std::vector<Dwarf_Die> scopes_around(Dwarf_Die* unit, Dwarf_Addr address) {
  Dwarf_Die* found = nullptr;
  if (scopes_at(unit, address, &found) <= 0) return {};
  const Dies innermost(found);
  // What is around the instruction; the scopes before are those around the source.
  const int count = dwarf_getscopes_die(&innermost[0], &found);
  if (count <= 0) return {};
  const Dies around(found);
  return {around.get(), around.get() + count};
}

std::string shown_name(Dwarf_Die* function) {
  const std::string linkage = linkage_name(function);
  const std::string shown = base::display_name(linkage);
  const char* name = dwarf_diename(function);
  // GCC gives the body of a parallel region no other name than its symbol.
  if (name != nullptr && std::string_view(name).starts_with("_Z"))
    return base::display_name_of_body(name);
  // As for instrumented functions: only what was decoded says more than the own name.
  return name != nullptr && shown == linkage ? name : shown;
}

std::string normal_path(const char* file) {
  return file == nullptr ? "" : std::filesystem::path(file).lexically_normal().string();
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

}  // namespace tarry::trace::finish
