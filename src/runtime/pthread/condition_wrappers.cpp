// SPDX-License-Identifier: BSD-3-Clause
// Conditions.
#include "runtime/pthread/waiting_call.h"

namespace pthread = tarry::runtime::pthread;
namespace real = pthread::real;
using pthread::Function;

extern "C" {

[[gnu::visibility("default")]] int pthread_cond_init(
    pthread_cond_t* condition, const pthread_condattr_t* attributes) noexcept {
  const auto run = [&] { return real::cond_init(condition, attributes); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::cond_init, run) : run();
}

[[gnu::visibility("default")]] int pthread_cond_destroy(pthread_cond_t* condition) noexcept {
  const auto run = [&] { return real::cond_destroy(condition); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::cond_destroy, run) : run();
}

[[gnu::visibility("default")]] int pthread_cond_signal(pthread_cond_t* condition) noexcept {
  const auto run = [&] { return real::cond_signal(condition); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::cond_signal, run) : run();
}

[[gnu::visibility("default")]] int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
  const auto run = [&] { return real::cond_broadcast(condition); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::cond_broadcast, run) : run();
}

[[gnu::visibility("default")]] int pthread_cond_wait(pthread_cond_t* condition,
                                                     pthread_mutex_t* mutex) {
  const auto run = [&] { return real::cond_wait(condition, mutex); };
  return TARRY_IS_OF_PROGRAM ? pthread::wait(Function::cond_wait, mutex, run) : run();
}

[[gnu::visibility("default")]] int pthread_cond_timedwait(pthread_cond_t* condition,
                                                          pthread_mutex_t* mutex,
                                                          const timespec* until) {
  const auto run = [&] { return real::cond_timedwait(condition, mutex, until); };
  return TARRY_IS_OF_PROGRAM ? pthread::wait(Function::cond_timedwait, mutex, run) : run();
}

[[gnu::visibility("default")]] int pthread_cond_clockwait(pthread_cond_t* condition,
                                                          pthread_mutex_t* mutex, clockid_t clock,
                                                          const timespec* until) {
  const auto run = [&] { return real::cond_clockwait(condition, mutex, clock, until); };
  return TARRY_IS_OF_PROGRAM ? pthread::wait(Function::cond_clockwait, mutex, run) : run();
}

}  // extern "C"
