// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/calls.h"

#include <dlfcn.h>

#include <cstdio>

namespace tarry::runtime::mpi {

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
