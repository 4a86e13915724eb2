// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/calls.h"

#include <dlfcn.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>

namespace tarry::runtime::mpi {
namespace {

using model::RegionRole;

constexpr CallInfo kCalls[] = {
#define TARRY_MANUAL(name, role, ...) {"MPI_" #name, RegionRole::role, Group::TARRY_GROUP},
#define TARRY_UNIFORM TARRY_MANUAL
#define TARRY_REQUEST TARRY_MANUAL
#include "runtime/mpi/calls/all.def"
};

}  // namespace

const CallInfo& info(Call call) { return kCalls[static_cast<std::size_t>(call)]; }

void* resolve(const char* mpi_name) {
  const int kept_errno = errno;
  char name[64];
  std::snprintf(name, sizeof name, "P%s", mpi_name);
  void* function = dlsym(RTLD_NEXT, name);
  if (function == nullptr) function = dlsym(RTLD_NEXT, mpi_name);
  errno = kept_errno;
  return function;
}

}  // namespace tarry::runtime::mpi
