// SPDX-License-Identifier: BSD-3-Clause
// The functions of POSIX and C11 threads that we interpose, the real ones behind ours, and their
// regions.
#pragma once

#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

#include <atomic>
#include <cstdint>

#include "runtime/core/events.h"

// Each row has our name, that of the symbol in the C library and its version (if there is no such
// version, the default one), and the name of the region. Functions of C11 and those with a time
// limit are recorded under the names that analyses know (docs/definitions.md, "POSIX threads").
#define TARRY_PTHREAD_FUNCTIONS(X)                                                         \
  X(create, pthread_create, "GLIBC_2.34", "pthread_create")                                \
  X(join, pthread_join, "GLIBC_2.34", "pthread_join")                                      \
  X(detach, pthread_detach, "GLIBC_2.34", "pthread_detach")                                \
  X(cancel, pthread_cancel, "GLIBC_2.34", "pthread_cancel")                                \
  X(exit, pthread_exit, "GLIBC_2.2.5", "pthread_exit")                                     \
  X(mutex_init, pthread_mutex_init, "GLIBC_2.2.5", "pthread_mutex_init")                   \
  X(mutex_destroy, pthread_mutex_destroy, "GLIBC_2.2.5", "pthread_mutex_destroy")          \
  X(mutex_lock, pthread_mutex_lock, "GLIBC_2.2.5", "pthread_mutex_lock")                   \
  X(mutex_trylock, pthread_mutex_trylock, "GLIBC_2.34", "pthread_mutex_trylock")           \
  X(mutex_timedlock, pthread_mutex_timedlock, "GLIBC_2.34", "pthread_mutex_lock")          \
  X(mutex_clocklock, pthread_mutex_clocklock, "GLIBC_2.34", "pthread_mutex_lock")          \
  X(mutex_unlock, pthread_mutex_unlock, "GLIBC_2.2.5", "pthread_mutex_unlock")             \
  X(cond_init, pthread_cond_init, "GLIBC_2.3.2", "pthread_cond_init")                      \
  X(cond_destroy, pthread_cond_destroy, "GLIBC_2.3.2", "pthread_cond_destroy")             \
  X(cond_signal, pthread_cond_signal, "GLIBC_2.3.2", "pthread_cond_signal")                \
  X(cond_broadcast, pthread_cond_broadcast, "GLIBC_2.3.2", "pthread_cond_broadcast")       \
  X(cond_wait, pthread_cond_wait, "GLIBC_2.3.2", "pthread_cond_wait")                      \
  X(cond_timedwait, pthread_cond_timedwait, "GLIBC_2.3.2", "pthread_cond_timedwait")       \
  X(cond_clockwait, pthread_cond_clockwait, "GLIBC_2.34", "pthread_cond_timedwait")        \
  X(rwlock_init, pthread_rwlock_init, "GLIBC_2.34", "pthread_rwlock_init")                 \
  X(rwlock_destroy, pthread_rwlock_destroy, "GLIBC_2.34", "pthread_rwlock_destroy")        \
  X(rwlock_rdlock, pthread_rwlock_rdlock, "GLIBC_2.34", "pthread_rwlock_rdlock")           \
  X(rwlock_tryrdlock, pthread_rwlock_tryrdlock, "GLIBC_2.34", "pthread_rwlock_tryrdlock")  \
  X(rwlock_timedrdlock, pthread_rwlock_timedrdlock, "GLIBC_2.34", "pthread_rwlock_rdlock") \
  X(rwlock_clockrdlock, pthread_rwlock_clockrdlock, "GLIBC_2.34", "pthread_rwlock_rdlock") \
  X(rwlock_wrlock, pthread_rwlock_wrlock, "GLIBC_2.34", "pthread_rwlock_wrlock")           \
  X(rwlock_trywrlock, pthread_rwlock_trywrlock, "GLIBC_2.34", "pthread_rwlock_trywrlock")  \
  X(rwlock_timedwrlock, pthread_rwlock_timedwrlock, "GLIBC_2.34", "pthread_rwlock_wrlock") \
  X(rwlock_clockwrlock, pthread_rwlock_clockwrlock, "GLIBC_2.34", "pthread_rwlock_wrlock") \
  X(rwlock_unlock, pthread_rwlock_unlock, "GLIBC_2.34", "pthread_rwlock_unlock")           \
  X(spin_init, pthread_spin_init, "GLIBC_2.34", "pthread_spin_init")                       \
  X(spin_destroy, pthread_spin_destroy, "GLIBC_2.34", "pthread_spin_destroy")              \
  X(spin_lock, pthread_spin_lock, "GLIBC_2.34", "pthread_spin_lock")                       \
  X(spin_trylock, pthread_spin_trylock, "GLIBC_2.34", "pthread_spin_trylock")              \
  X(spin_unlock, pthread_spin_unlock, "GLIBC_2.34", "pthread_spin_unlock")                 \
  X(barrier_init, pthread_barrier_init, "GLIBC_2.34", "pthread_barrier_init")              \
  X(barrier_destroy, pthread_barrier_destroy, "GLIBC_2.34", "pthread_barrier_destroy")     \
  X(barrier_wait, pthread_barrier_wait, "GLIBC_2.34", "pthread_barrier_wait")              \
  X(sem_init, sem_init, "GLIBC_2.34", "sem_init")                                          \
  X(sem_destroy, sem_destroy, "GLIBC_2.34", "sem_destroy")                                 \
  X(sem_wait, sem_wait, "GLIBC_2.34", "sem_wait")                                          \
  X(sem_timedwait, sem_timedwait, "GLIBC_2.34", "sem_wait")                                \
  X(sem_clockwait, sem_clockwait, "GLIBC_2.34", "sem_wait")                                \
  X(sem_trywait, sem_trywait, "GLIBC_2.34", "sem_trywait")                                 \
  X(sem_post, sem_post, "GLIBC_2.34", "sem_post")                                          \
  X(thrd_create, thrd_create, "GLIBC_2.34", "pthread_create")                              \
  X(thrd_join, thrd_join, "GLIBC_2.34", "pthread_join")                                    \
  X(thrd_detach, thrd_detach, "GLIBC_2.34", "pthread_detach")                              \
  X(thrd_exit, thrd_exit, "GLIBC_2.34", "pthread_exit")                                    \
  X(mtx_init, mtx_init, "GLIBC_2.34", "pthread_mutex_init")                                \
  X(mtx_destroy, mtx_destroy, "GLIBC_2.34", "pthread_mutex_destroy")                       \
  X(mtx_lock, mtx_lock, "GLIBC_2.34", "pthread_mutex_lock")                                \
  X(mtx_trylock, mtx_trylock, "GLIBC_2.34", "pthread_mutex_trylock")                       \
  X(mtx_timedlock, mtx_timedlock, "GLIBC_2.34", "pthread_mutex_lock")                      \
  X(mtx_unlock, mtx_unlock, "GLIBC_2.34", "pthread_mutex_unlock")                          \
  X(cnd_init, cnd_init, "GLIBC_2.34", "pthread_cond_init")                                 \
  X(cnd_destroy, cnd_destroy, "GLIBC_2.34", "pthread_cond_destroy")                        \
  X(cnd_signal, cnd_signal, "GLIBC_2.34", "pthread_cond_signal")                           \
  X(cnd_broadcast, cnd_broadcast, "GLIBC_2.34", "pthread_cond_broadcast")                  \
  X(cnd_wait, cnd_wait, "GLIBC_2.34", "pthread_cond_wait")                                 \
  X(cnd_timedwait, cnd_timedwait, "GLIBC_2.34", "pthread_cond_timedwait")

namespace tarry::runtime::pthread {

enum class Function : std::uint8_t {
#define TARRY_NUMBER(name, symbol, version, region) name,
  TARRY_PTHREAD_FUNCTIONS(TARRY_NUMBER)
#undef TARRY_NUMBER
};

// Returns the next definition after ours as void (*)(). Thread: any.
using AnyFunction = void (*)();
AnyFunction find_real(Function function);

// real::mutex_lock(mutex), for example, calls that definition.
namespace real {
#define TARRY_REAL(name, symbol, version, region)                              \
  template <class... Arguments>                                                \
  auto name(Arguments... arguments) {                                          \
    using Pointer = decltype(&::symbol);                                       \
    return reinterpret_cast<Pointer>(find_real(Function::name))(arguments...); \
  }
TARRY_PTHREAD_FUNCTIONS(TARRY_REAL)
#undef TARRY_REAL
}  // namespace real

// Returns the number of the function's region; not valid() if this process is not measured. Thread:
// any. Signal: safe.
core::RegionNumber region_of(Function function);

}  // namespace tarry::runtime::pthread
