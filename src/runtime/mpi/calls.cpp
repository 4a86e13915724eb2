// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/calls.h"

#include <dlfcn.h>

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

void* resolve(const char* name) {
  const core::OnOwnAccount on_own_account;
  void* function = dlsym(RTLD_NEXT, name);
  if (function == nullptr) {
    char other[64];
    std::snprintf(other, sizeof other, "P%s", name);
    function = dlsym(RTLD_NEXT, name[0] == 'P' ? name + 1 : other);
  }
  return function;
}

}  // namespace tarry::runtime::mpi
