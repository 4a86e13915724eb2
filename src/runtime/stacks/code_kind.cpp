// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/stacks/code_kind.h"

#include <link.h>

#include <algorithm>
#include <cstddef>
#include <span>

#include "trace/eventlog/hidden_libraries.h"

namespace tarry::runtime::stacks {
namespace {

// The tables in which a loaded object says what it needs of others. glibc relocates their addresses
// in place, unless their section is read-only.
struct Needs {
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  std::span<const ElfW(Rela)> calls, data;
};

Needs needs_of(const ElfW(Dyn) * section) {
  Needs out;
  const ElfW(Rela)* calls = nullptr;
  const ElfW(Rela)* data = nullptr;
  std::size_t call_bytes = 0, data_bytes = 0;
  for (const ElfW(Dyn)* entry = section; entry->d_tag != DT_NULL; ++entry) {
    const auto address = entry->d_un.d_ptr;
    if (entry->d_tag == DT_SYMTAB) out.symbols = reinterpret_cast<const ElfW(Sym)*>(address);
    if (entry->d_tag == DT_STRTAB) out.names = reinterpret_cast<const char*>(address);
    if (entry->d_tag == DT_JMPREL) calls = reinterpret_cast<const ElfW(Rela)*>(address);
    if (entry->d_tag == DT_RELA) data = reinterpret_cast<const ElfW(Rela)*>(address);
    if (entry->d_tag == DT_PLTRELSZ) call_bytes = entry->d_un.d_val;
    if (entry->d_tag == DT_RELASZ) data_bytes = entry->d_un.d_val;
  }
  if (calls != nullptr) out.calls = {calls, call_bytes / sizeof *calls};
  if (data != nullptr) out.data = {data, data_bytes / sizeof *data};
  return out;
}

bool has_hook(const Needs& needs) {
  constexpr std::string_view kHook = "__cyg_profile_func_enter";
  if (needs.symbols == nullptr || needs.names == nullptr) return false;
  const auto is_hook = [&](const ElfW(Rela) & relocation) {
    const auto number = ELF64_R_SYM(relocation.r_info);
    if (number == 0 || needs.symbols[number].st_shndx != SHN_UNDEF) return false;
    const char* name = needs.names + needs.symbols[number].st_name;
    return name[0] == '_' && std::string_view(name).starts_with(kHook);
  };
  return std::any_of(needs.calls.begin(), needs.calls.end(), is_hook) ||
         std::any_of(needs.data.begin(), needs.data.end(), is_hook);
}

int look_for_hooks(dl_phdr_info* info, std::size_t, void*) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    if (part.p_type != PT_DYNAMIC || (part.p_flags & PF_W) == 0) continue;
    const auto* section = reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + part.p_vaddr);
    if (has_hook(needs_of(section))) return 1;
  }
  return 0;
}

}  // namespace

CodeKind code_kind(std::string_view path) {
  if (trace::eventlog::is_c_library(path)) return CodeKind::CLibrary;
  return trace::eventlog::is_runtime_library(path) ? CodeKind::Hidden : CodeKind::Shown;
}

bool has_function_hooks() { return dl_iterate_phdr(look_for_hooks, nullptr) != 0; }

}  // namespace tarry::runtime::stacks
