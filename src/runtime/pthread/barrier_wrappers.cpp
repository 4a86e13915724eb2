// SPDX-License-Identifier: BSD-3-Clause
// Barriers and semaphores. Any thread may end a wait for a semaphore, so there is no owner to
// record.
#include "runtime/pthread/waiting_call.h"

namespace pthread = tarry::runtime::pthread;
namespace real = pthread::real;
using pthread::Call;
using pthread::Function;

extern "C" {

[[gnu::visibility("default")]] int pthread_barrier_init(pthread_barrier_t* barrier,
                                                        const pthread_barrierattr_t* attributes,
                                                        unsigned count) noexcept {
  const auto run = [&] { return real::barrier_init(barrier, attributes, count); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::barrier_init, run) : run();
}

[[gnu::visibility("default")]] int pthread_barrier_destroy(pthread_barrier_t* barrier) noexcept {
  const auto run = [&] { return real::barrier_destroy(barrier); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::barrier_destroy, run) : run();
}

[[gnu::visibility("default")]] int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept {
  const auto run = [&] { return real::barrier_wait(barrier); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::barrier_wait, run) : run();
}

[[gnu::visibility("default")]] int sem_init(sem_t* semaphore, int shared, unsigned value) noexcept {
  const auto run = [&] { return real::sem_init(semaphore, shared, value); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::sem_init, run) : run();
}

[[gnu::visibility("default")]] int sem_destroy(sem_t* semaphore) noexcept {
  const auto run = [&] { return real::sem_destroy(semaphore); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::sem_destroy, run) : run();
}

[[gnu::visibility("default")]] int sem_wait(sem_t* semaphore) {
  const auto run = [&] { return real::sem_wait(semaphore); };
  return TARRY_IS_OF_PROGRAM
             ? pthread::waiting_call(Function::sem_wait, [&](const Call&) { return run(); })
             : run();
}

[[gnu::visibility("default")]] int sem_timedwait(sem_t* semaphore, const timespec* until) {
  const auto run = [&] { return real::sem_timedwait(semaphore, until); };
  return TARRY_IS_OF_PROGRAM
             ? pthread::waiting_call(Function::sem_timedwait, [&](const Call&) { return run(); })
             : run();
}

[[gnu::visibility("default")]] int sem_clockwait(sem_t* semaphore, clockid_t clock,
                                                 const timespec* until) {
  const auto run = [&] { return real::sem_clockwait(semaphore, clock, until); };
  return TARRY_IS_OF_PROGRAM
             ? pthread::waiting_call(Function::sem_clockwait, [&](const Call&) { return run(); })
             : run();
}

[[gnu::visibility("default")]] int sem_trywait(sem_t* semaphore) noexcept {
  const auto run = [&] { return real::sem_trywait(semaphore); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::sem_trywait, run) : run();
}

[[gnu::visibility("default")]] int sem_post(sem_t* semaphore) noexcept {
  const auto run = [&] { return real::sem_post(semaphore); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::sem_post, run) : run();
}

}  // extern "C"
