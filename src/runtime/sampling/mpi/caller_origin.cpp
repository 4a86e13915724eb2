// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sampling/mpi/caller_origin.h"

#include <dlfcn.h>
#include <link.h>

#include <cstring>

#include "runtime/pthread/callers.h"
#include "runtime/sampling/mpi/defined_functions.h"

namespace tarry::runtime::sampling::mpi {
namespace {

// MPI_Send, but not MPI_SEND, which is Fortran's.
bool is_of_c(std::string_view name) {
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  return name.size() > 5 && name.starts_with("MPI_") && is_lower(name[5]);
}

struct Definitions {
  bool mpi = false;
  bool pmpi = false;
};

Definitions definitions_of(const link_map& module) {
  Definitions out;
  for_each_defined_function(module, [&out](const char* name) {
    out.mpi |= is_of_c(name);
    out.pmpi |= std::strcmp(name, "PMPI_Init") == 0;
  });
  return out;
}

bool is_binding(const char* path) {
  const char* slash = std::strrchr(path, '/');
  return std::string_view(slash != nullptr ? slash + 1 : path).starts_with("libmpi");
}

}  // namespace

Origin origin_of(const void* address) {
  dl_find_object found{};
  if (_dl_find_object(const_cast<void*>(address), &found) != 0) return Origin::Program;
  const link_map& module = *found.dlfo_link_map;
  const bool is_executable = module.l_name == nullptr || module.l_name[0] == '\0';
  // Also with a tool or an MPI linked in: calls to that do not come by us.
  if (is_executable) return Origin::Program;
  const Definitions defines = definitions_of(module);
  if (defines.pmpi) return Origin::Mpi;
  if (defines.mpi) return Origin::Tool;
  if (pthread::caller_at(address) != pthread::Caller::Mpi) return Origin::Program;
  return is_binding(module.l_name) ? Origin::Binding : Origin::Mpi;
}

bool begins_a_call(Origin origin, std::string_view name) {
  if (origin == Origin::Mpi) return false;
  return origin != Origin::Tool || !name.starts_with('P');
}

}  // namespace tarry::runtime::sampling::mpi
