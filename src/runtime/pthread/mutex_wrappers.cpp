// SPDX-License-Identifier: BSD-3-Clause
// Mutexes.
#include "runtime/pthread/lock_call.h"

namespace pthread = tarry::runtime::pthread;
namespace real = pthread::real;
using pthread::Function;

extern "C" {

[[gnu::visibility("default")]] int pthread_mutex_init(
    pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) noexcept {
  const auto run = [&] { return real::mutex_init(mutex, attributes); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::mutex_init, run) : run();
}

[[gnu::visibility("default")]] int pthread_mutex_destroy(pthread_mutex_t* mutex) noexcept {
  const auto run = [&] { return real::mutex_destroy(mutex); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::mutex_destroy, run) : run();
}

[[gnu::visibility("default")]] int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  const auto run = [&] { return real::mutex_lock(mutex); };
  return TARRY_IS_OF_PROGRAM ? pthread::lock(Function::mutex_lock, mutex, run) : run();
}

[[gnu::visibility("default")]] int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  const auto run = [&] { return real::mutex_trylock(mutex); };
  return TARRY_IS_OF_PROGRAM ? pthread::lock(Function::mutex_trylock, mutex, run) : run();
}

[[gnu::visibility("default")]] int pthread_mutex_timedlock(pthread_mutex_t* mutex,
                                                           const timespec* until) noexcept {
  const auto run = [&] { return real::mutex_timedlock(mutex, until); };
  return TARRY_IS_OF_PROGRAM ? pthread::lock(Function::mutex_timedlock, mutex, run) : run();
}

[[gnu::visibility("default")]] int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                                                           const timespec* until) noexcept {
  const auto run = [&] { return real::mutex_clocklock(mutex, clock, until); };
  return TARRY_IS_OF_PROGRAM ? pthread::lock(Function::mutex_clocklock, mutex, run) : run();
}

[[gnu::visibility("default")]] int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  // A library may end a function of its own with this call, which then seems to come from the
  // function's caller: the mutex tells whose call it is.
  tarry::runtime::core::Lock* lock = TARRY_IS_OF_PROGRAM ? pthread::find_own(mutex) : nullptr;
  if (lock == nullptr) return real::mutex_unlock(mutex);
  return pthread::unlock(Function::mutex_unlock, lock, [&] { return real::mutex_unlock(mutex); });
}

}  // extern "C"
