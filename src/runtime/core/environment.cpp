// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/environment.h"

#include <limits.h>
#include <sys/single_threaded.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "trace/eventlog/settings.h"

namespace tarry::runtime::core {
namespace {

// New entries of the environment; setenv() would allocate and may move the table under a reader.
constinit char preload_entry[PATH_MAX];
constinit char experiment_entry[64];

// One store replaces the entry of a variable.
template <std::size_t kSize>
void replace(const char* variable, const char* value, char (&entry)[kSize]) {
  const int length = std::snprintf(entry, kSize, "%s=%s", variable, value);
  if (length < 0) return;
  const std::size_t name = std::strlen(variable) + 1;
  for (char** each = environ; each != nullptr && *each != nullptr; ++each)
    if (std::strncmp(*each, entry, name) == 0) __atomic_store_n(each, &entry[0], __ATOMIC_RELEASE);
}

void remove_experiment() {
  if (__libc_single_threaded)
    unsetenv(trace::eventlog::kExperimentVariable);
  else
    replace(trace::eventlog::kExperimentVariable, "", experiment_entry);
}

}  // namespace

void restore_environment() {
  remove_experiment();
  const char* users = std::getenv(trace::eventlog::kUserPreloadVariable);
  const bool removable = users == nullptr && __libc_single_threaded;
  if (removable) {
    unsetenv("LD_PRELOAD");
    return;
  }
  // If the user has set no value, an empty LD_PRELOAD has to do, because other threads may be
  // reading the table; it means the same as none.
  replace("LD_PRELOAD", users == nullptr ? "" : users, preload_entry);
  if (__libc_single_threaded) unsetenv(trace::eventlog::kUserPreloadVariable);
}

}  // namespace tarry::runtime::core
