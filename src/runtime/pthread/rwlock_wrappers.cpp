// SPDX-License-Identifier: BSD-3-Clause
// Read-write locks. A writer has the lock alone, like the owner of a mutex. Readers have it
// together, which records of locks cannot say: a reader that has waited leaves an acquisition and
// its release, both at the moment at which it gets the lock. So the analysis finds what it has
// waited for, and that nobody had the lock then.
#include <cerrno>

#include "runtime/core/keep_errno.h"
#include "runtime/core/process_lock.h"
#include "runtime/pthread/lock_call.h"

namespace tarry::runtime::pthread {
namespace {

// Readers get the lock at the same time: each takes its time and its number together.
constinit core::ProcessLock numbering;

EventTime acquired_together(const Call& call, const void* object) {
  core::Lock* lock = core::find_lock(reinterpret_cast<std::uint64_t>(object));
  if (lock == nullptr || !core::measured()) return core::now();
  const core::KeepErrno keep_errno;
  numbering.lock();
  const EventTime time = core::now();
  const std::uint64_t acquisition = core::count_acquisition(*lock);
  numbering.unlock();
  call.add(RecordKind::MutexAcquired, time, acquisition);
  call.add(RecordKind::MutexReleased, time, acquisition);
  return time;
}

// Tries first, which waits for nobody, to find out whether there is something to wait for.
template <class Run>
int lock_together(Function function, pthread_rwlock_t* rwlock, Run run) {
  const Call call(function);
  int error = real::rwlock_tryrdlock(rwlock);
  const bool is_taken = error == EBUSY;
  if (error != 0) error = run();
  call.leave(is_taken && error == 0 ? acquired_together(call, rwlock) : core::now());
  return error;
}

// The real function refuses a time that cannot be, even if the lock is free.
bool is_time(const timespec* until) {
  return until->tv_nsec >= 0 && until->tv_nsec < 1'000'000'000;
}

template <class Run>
int lock_together_until(Function function, pthread_rwlock_t* rwlock, const timespec* until,
                        Run run) {
  return is_time(until) ? lock_together(function, rwlock, run) : simple_call(function, run);
}

}  // namespace
}  // namespace tarry::runtime::pthread

namespace pthread = tarry::runtime::pthread;
namespace real = pthread::real;
using pthread::Function;

extern "C" {

[[gnu::visibility("default")]] int pthread_rwlock_init(
    pthread_rwlock_t* rwlock, const pthread_rwlockattr_t* attributes) noexcept {
  const auto run = [&] { return real::rwlock_init(rwlock, attributes); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::rwlock_init, run) : run();
}

[[gnu::visibility("default")]] int pthread_rwlock_destroy(pthread_rwlock_t* rwlock) noexcept {
  const auto run = [&] { return real::rwlock_destroy(rwlock); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::rwlock_destroy, run) : run();
}

[[gnu::visibility("default")]] int pthread_rwlock_rdlock(pthread_rwlock_t* rwlock) noexcept {
  const auto run = [&] { return real::rwlock_rdlock(rwlock); };
  return TARRY_IS_OF_PROGRAM ? pthread::lock_together(Function::rwlock_rdlock, rwlock, run) : run();
}

[[gnu::visibility("default")]] int pthread_rwlock_tryrdlock(pthread_rwlock_t* rwlock) noexcept {
  const auto run = [&] { return real::rwlock_tryrdlock(rwlock); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::rwlock_tryrdlock, run) : run();
}

[[gnu::visibility("default")]] int pthread_rwlock_timedrdlock(pthread_rwlock_t* rwlock,
                                                              const timespec* until) noexcept {
  const auto run = [&] { return real::rwlock_timedrdlock(rwlock, until); };
  return TARRY_IS_OF_PROGRAM
             ? pthread::lock_together_until(Function::rwlock_timedrdlock, rwlock, until, run)
             : run();
}

[[gnu::visibility("default")]] int pthread_rwlock_clockrdlock(pthread_rwlock_t* rwlock,
                                                              clockid_t clock,
                                                              const timespec* until) noexcept {
  const auto run = [&] { return real::rwlock_clockrdlock(rwlock, clock, until); };
  return TARRY_IS_OF_PROGRAM
             ? pthread::lock_together_until(Function::rwlock_clockrdlock, rwlock, until, run)
             : run();
}

[[gnu::visibility("default")]] int pthread_rwlock_wrlock(pthread_rwlock_t* rwlock) noexcept {
  const auto run = [&] { return real::rwlock_wrlock(rwlock); };
  return TARRY_IS_OF_PROGRAM ? pthread::lock(Function::rwlock_wrlock, rwlock, run) : run();
}

[[gnu::visibility("default")]] int pthread_rwlock_trywrlock(pthread_rwlock_t* rwlock) noexcept {
  const auto run = [&] { return real::rwlock_trywrlock(rwlock); };
  return TARRY_IS_OF_PROGRAM ? pthread::lock(Function::rwlock_trywrlock, rwlock, run) : run();
}

[[gnu::visibility("default")]] int pthread_rwlock_timedwrlock(pthread_rwlock_t* rwlock,
                                                              const timespec* until) noexcept {
  const auto run = [&] { return real::rwlock_timedwrlock(rwlock, until); };
  return TARRY_IS_OF_PROGRAM ? pthread::lock(Function::rwlock_timedwrlock, rwlock, run) : run();
}

[[gnu::visibility("default")]] int pthread_rwlock_clockwrlock(pthread_rwlock_t* rwlock,
                                                              clockid_t clock,
                                                              const timespec* until) noexcept {
  const auto run = [&] { return real::rwlock_clockwrlock(rwlock, clock, until); };
  return TARRY_IS_OF_PROGRAM ? pthread::lock(Function::rwlock_clockwrlock, rwlock, run) : run();
}

[[gnu::visibility("default")]] int pthread_rwlock_unlock(pthread_rwlock_t* rwlock) noexcept {
  const auto run = [&] { return real::rwlock_unlock(rwlock); };
  if (!TARRY_IS_OF_PROGRAM) return run();
  tarry::runtime::core::Lock* own = pthread::find_own(rwlock);
  return own != nullptr ? pthread::unlock(Function::rwlock_unlock, own, run)
                        : pthread::simple_call(Function::rwlock_unlock, run);
}

}  // extern "C"
