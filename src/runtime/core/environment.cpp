// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/preload_variable.h"

#include <limits.h>
#include <sys/single_threaded.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "trace/eventlog/settings.h"

namespace tarry::runtime::core {
namespace {

constexpr const char kVariable[] = "LD_PRELOAD=";

// The new entry of the environment; setenv() would allocate and may move the table under a reader.
constinit char entry[PATH_MAX];

}  // namespace

void restore_preload_variable() {
  const char* users = std::getenv(trace::eventlog::kUserPreloadVariable);
  const bool removable = users == nullptr && __libc_single_threaded;
  if (removable) {
    unsetenv("LD_PRELOAD");
    return;
  }
  // One store replaces the entry. If the user has set no value, an empty LD_PRELOAD has to do,
  // because other threads may be reading the table; it means the same as none.
  std::snprintf(entry, sizeof entry, "%s%s", kVariable, users == nullptr ? "" : users);
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
    if (std::strncmp(*variable, kVariable, sizeof kVariable - 1) == 0)
      __atomic_store_n(variable, &entry[0], __ATOMIC_RELEASE);
  if (__libc_single_threaded) unsetenv(trace::eventlog::kUserPreloadVariable);
}

}  // namespace tarry::runtime::core
