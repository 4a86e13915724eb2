// SPDX-License-Identifier: BSD-3-Clause
// The wrapper of dlclose(). Before the call, the loaded objects get their names; after it, objects
// count as possibly unloaded. So functions of a library that is loaded to the same place later do
// not get the names of the old one.
#include <dlfcn.h>
#include <unistd.h>

#include <atomic>

#include "runtime/core/lifecycle.h"
#include "runtime/core/modules.h"
#include "runtime/core/on_own_account.h"
#include "runtime/core/process.h"

namespace {

using Close = int (*)(void*);

constinit std::atomic<Close> real_close{nullptr};

Close find_close() {
  Close found = real_close.load(std::memory_order_relaxed);
  if (found != nullptr) return found;
  const tarry::runtime::core::OnOwnAccount on_own_account;
  found = reinterpret_cast<Close>(dlsym(RTLD_NEXT, "dlclose"));
  real_close.store(found, std::memory_order_relaxed);
  return found;
}

bool is_measured() {
  namespace core = tarry::runtime::core;
  return core::measured() && core::phase() != core::Phase::Armed && getpid() == core::process.pid;
}

}  // namespace

extern "C" [[gnu::visibility("default")]] int dlclose(void* library) noexcept {
  namespace core = tarry::runtime::core;
  const bool measured = is_measured();
  if (measured) {
    const core::OnOwnAccount on_own_account;
    core::define_new_modules();
  }
  const int error = find_close()(library);
  if (measured) core::unloadings.fetch_add(1, std::memory_order_relaxed);
  return error;
}
