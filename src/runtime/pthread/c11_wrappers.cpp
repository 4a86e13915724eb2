// SPDX-License-Identifier: BSD-3-Clause
// Mutexes and conditions of C11. The C library makes them of those of POSIX by calls that nobody
// can interpose, so they are wrapped by themselves, and recorded like those.
#include "runtime/pthread/lock_call.h"
#include "runtime/pthread/waiting_call.h"

namespace pthread = tarry::runtime::pthread;
namespace real = pthread::real;
using pthread::Function;

extern "C" {

[[gnu::visibility("default")]] int mtx_init(mtx_t* mutex, int kind) {
  const auto run = [&] { return real::mtx_init(mutex, kind); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::mtx_init, run) : run();
}

[[gnu::visibility("default")]] void mtx_destroy(mtx_t* mutex) {
  const auto run = [&] { return real::mtx_destroy(mutex), 0; };
  TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::mtx_destroy, run) : run();
}

[[gnu::visibility("default")]] int mtx_lock(mtx_t* mutex) {
  const auto run = [&] { return real::mtx_lock(mutex); };
  return TARRY_IS_OF_PROGRAM ? pthread::lock(Function::mtx_lock, mutex, run) : run();
}

[[gnu::visibility("default")]] int mtx_trylock(mtx_t* mutex) {
  const auto run = [&] { return real::mtx_trylock(mutex); };
  return TARRY_IS_OF_PROGRAM ? pthread::lock(Function::mtx_trylock, mutex, run) : run();
}

[[gnu::visibility("default")]] int mtx_timedlock(mtx_t* mutex, const timespec* until) {
  const auto run = [&] { return real::mtx_timedlock(mutex, until); };
  return TARRY_IS_OF_PROGRAM ? pthread::lock(Function::mtx_timedlock, mutex, run) : run();
}

[[gnu::visibility("default")]] int mtx_unlock(mtx_t* mutex) {
  const auto run = [&] { return real::mtx_unlock(mutex); };
  tarry::runtime::core::Lock* own = TARRY_IS_OF_PROGRAM ? pthread::find_own(mutex) : nullptr;
  return own != nullptr ? pthread::unlock(Function::mtx_unlock, own, run) : run();
}

[[gnu::visibility("default")]] int cnd_init(cnd_t* condition) {
  const auto run = [&] { return real::cnd_init(condition); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::cnd_init, run) : run();
}

[[gnu::visibility("default")]] void cnd_destroy(cnd_t* condition) {
  const auto run = [&] { return real::cnd_destroy(condition), 0; };
  TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::cnd_destroy, run) : run();
}

[[gnu::visibility("default")]] int cnd_signal(cnd_t* condition) {
  const auto run = [&] { return real::cnd_signal(condition); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::cnd_signal, run) : run();
}

[[gnu::visibility("default")]] int cnd_broadcast(cnd_t* condition) {
  const auto run = [&] { return real::cnd_broadcast(condition); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::cnd_broadcast, run) : run();
}

[[gnu::visibility("default")]] int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  const auto run = [&] { return real::cnd_wait(condition, mutex); };
  return TARRY_IS_OF_PROGRAM ? pthread::wait(Function::cnd_wait, mutex, run) : run();
}

[[gnu::visibility("default")]] int cnd_timedwait(cnd_t* condition, mtx_t* mutex,
                                                 const timespec* until) {
  const auto run = [&] { return real::cnd_timedwait(condition, mutex, until); };
  return TARRY_IS_OF_PROGRAM ? pthread::wait(Function::cnd_timedwait, mutex, run) : run();
}

}  // extern "C"
