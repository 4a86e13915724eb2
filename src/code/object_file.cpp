// SPDX-License-Identifier: BSD-3-Clause
#include "code/object_file.h"

#include <dwarf.h>

namespace tarry::code {
namespace {

char* g_no_debug_path = nullptr;  // the library takes its address; null means the usual places

const Dwfl_Callbacks kCallbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_standard_find_debuginfo,
    .section_address = dwfl_offline_section_address,
    .debuginfo_path = &g_no_debug_path,
};

}  // namespace

ObjectFile::ObjectFile(const std::string& path) : dwfl_(dwfl_begin(&kCallbacks)) {
  if (!dwfl_) return;
  module_ = dwfl_report_elf(dwfl_.get(), path.c_str(), path.c_str(), -1, 0, true);
  dwfl_report_end(dwfl_.get(), nullptr, nullptr);
}

// Units without address ranges (clang) have to be searched.
Dwarf_Die* ObjectFile::unit_of(Dwarf_Addr address, Dwarf_Addr& bias) const {
  if (module_ == nullptr) return nullptr;
  if (Dwarf_Die* listed = dwfl_module_addrdie(module_, address, &bias); listed != nullptr)
    return listed;
  for (Dwarf_Die* unit = dwfl_module_nextcu(module_, nullptr, &bias); unit != nullptr;
       unit = dwfl_module_nextcu(module_, unit, &bias))
    if (dwarf_haspc(unit, address - bias) == 1) return unit;
  return nullptr;
}

std::string linkage_name(Dwarf_Die* die) {
  Dwarf_Attribute attribute;
  for (const unsigned key : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name})
    if (dwarf_attr_integrate(die, key, &attribute) != nullptr)
      if (const char* text = dwarf_formstring(&attribute); text != nullptr) return text;
  return {};
}

}  // namespace tarry::code
