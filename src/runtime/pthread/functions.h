// SPDX-License-Identifier: BSD-3-Clause
// The functions of POSIX threads that we interpose, the real ones behind ours, and their regions.
#pragma once

#include <pthread.h>
#include <time.h>

#include <atomic>
#include <cstdint>

#include "runtime/core/events.h"

// Each row has the name, the version of the symbol in the C library (if there is no such version,
// the default one), and the name of the region. Functions with a time limit are recorded under the
// names that analyses know (docs/definitions.md, "POSIX threads").
#define TARRY_PTHREAD_FUNCTIONS(X)                           \
  X(create, "GLIBC_2.34", "pthread_create")                  \
  X(join, "GLIBC_2.34", "pthread_join")                      \
  X(detach, "GLIBC_2.34", "pthread_detach")                  \
  X(cancel, "GLIBC_2.34", "pthread_cancel")                  \
  X(exit, "GLIBC_2.2.5", "pthread_exit")                     \
  X(mutex_init, "GLIBC_2.2.5", "pthread_mutex_init")         \
  X(mutex_destroy, "GLIBC_2.2.5", "pthread_mutex_destroy")   \
  X(mutex_lock, "GLIBC_2.2.5", "pthread_mutex_lock")         \
  X(mutex_trylock, "GLIBC_2.34", "pthread_mutex_trylock")    \
  X(mutex_timedlock, "GLIBC_2.34", "pthread_mutex_lock")     \
  X(mutex_clocklock, "GLIBC_2.34", "pthread_mutex_lock")     \
  X(mutex_unlock, "GLIBC_2.2.5", "pthread_mutex_unlock")     \
  X(cond_init, "GLIBC_2.3.2", "pthread_cond_init")           \
  X(cond_destroy, "GLIBC_2.3.2", "pthread_cond_destroy")     \
  X(cond_signal, "GLIBC_2.3.2", "pthread_cond_signal")       \
  X(cond_broadcast, "GLIBC_2.3.2", "pthread_cond_broadcast") \
  X(cond_wait, "GLIBC_2.3.2", "pthread_cond_wait")           \
  X(cond_timedwait, "GLIBC_2.3.2", "pthread_cond_timedwait") \
  X(cond_clockwait, "GLIBC_2.34", "pthread_cond_timedwait")

namespace tarry::runtime::pthread {

enum class Function : std::uint8_t {
#define TARRY_NUMBER(name, version, region) name,
  TARRY_PTHREAD_FUNCTIONS(TARRY_NUMBER)
#undef TARRY_NUMBER
};

// Returns the next definition after ours as void (*)(). Thread: any.
using AnyFunction = void (*)();
AnyFunction find_real(Function function);

// real::mutex_lock(mutex), for example, calls that definition.
namespace real {
#define TARRY_REAL(name, version, region)                                      \
  template <class... Arguments>                                                \
  auto name(Arguments... arguments) {                                          \
    using Pointer = decltype(&pthread_##name);                                 \
    return reinterpret_cast<Pointer>(find_real(Function::name))(arguments...); \
  }
TARRY_PTHREAD_FUNCTIONS(TARRY_REAL)
#undef TARRY_REAL
}  // namespace real

// Returns the number of the function's region; not valid() if this process is not measured. Thread:
// any. Signal: safe.
core::RegionNumber region_of(Function function);

}  // namespace tarry::runtime::pthread
