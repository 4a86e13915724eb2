// SPDX-License-Identifier: BSD-3-Clause
// Spin locks.
#include "runtime/pthread/lock_call.h"

namespace pthread = tarry::runtime::pthread;
namespace real = pthread::real;
using pthread::Function;

extern "C" {

[[gnu::visibility("default")]] int pthread_spin_init(pthread_spinlock_t* lock,
                                                     int shared) noexcept {
  const auto run = [&] { return real::spin_init(lock, shared); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::spin_init, run) : run();
}

[[gnu::visibility("default")]] int pthread_spin_destroy(pthread_spinlock_t* lock) noexcept {
  const auto run = [&] { return real::spin_destroy(lock); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::spin_destroy, run) : run();
}

[[gnu::visibility("default")]] int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
  const auto run = [&] { return real::spin_lock(lock); };
  return TARRY_IS_OF_PROGRAM ? pthread::lock(Function::spin_lock, const_cast<int*>(lock), run)
                             : run();
}

[[gnu::visibility("default")]] int pthread_spin_trylock(pthread_spinlock_t* lock) noexcept {
  const auto run = [&] { return real::spin_trylock(lock); };
  return TARRY_IS_OF_PROGRAM ? pthread::lock(Function::spin_trylock, const_cast<int*>(lock), run)
                             : run();
}

[[gnu::visibility("default")]] int pthread_spin_unlock(pthread_spinlock_t* lock) noexcept {
  const auto run = [&] { return real::spin_unlock(lock); };
  tarry::runtime::core::Lock* own =
      TARRY_IS_OF_PROGRAM ? pthread::find_own(const_cast<int*>(lock)) : nullptr;
  return own != nullptr ? pthread::unlock(Function::spin_unlock, own, run) : run();
}

}  // extern "C"
