// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/stacks/code_kind.h"

#include <link.h>

#include <cstddef>

#include "runtime/core/module_functions.h"
#include "trace/recording/mpi_library.h"

namespace tarry::runtime::stacks {
namespace {

constexpr std::string_view kCLibraries[] = {"libc.so", "libc-", "libpthread", "ld-linux",
                                            "ld-musl"};
constexpr std::string_view kHidden[] = {"linux-vdso", "libgomp",   "libomp",
                                        "libiomp5",   "libstdc++", "libc++",
                                        "libgcc_s",   "libopen-",  "libtarry"};

bool is_kernels(const char* path) {
  return std::string_view(path).substr(0, 10) == "linux-vdso";  // its tables are not relocated
}

int look_for_hooks(dl_phdr_info* info, std::size_t, void*) {
  if (info->dlpi_name != nullptr && is_kernels(info->dlpi_name)) return 0;
  link_map module{};
  for (int i = 0; i < info->dlpi_phnum; ++i)
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
      module.l_ld = reinterpret_cast<ElfW(Dyn)*>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
  if (module.l_ld == nullptr) return 0;
  bool found = false;
  core::for_each_function(module, [&found](const char* name, bool is_defined) {
    constexpr std::string_view kHook = "__cyg_profile_func_enter";
    found |= !is_defined && name[0] == '_' && std::string_view(name).starts_with(kHook);
  });
  return found ? 1 : 0;
}

}  // namespace

CodeKind code_kind(std::string_view path) {
  if (path.empty()) return CodeKind::Shown;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (const std::string_view begin : kCLibraries)
    if (name.starts_with(begin)) return CodeKind::CLibrary;
  for (const std::string_view begin : kHidden)
    if (name.starts_with(begin)) return CodeKind::Hidden;
  return trace::recording::is_mpi_library(path) ? CodeKind::Hidden : CodeKind::Shown;
}

bool has_function_hooks() { return dl_iterate_phdr(look_for_hooks, nullptr) != 0; }

}  // namespace tarry::runtime::stacks
