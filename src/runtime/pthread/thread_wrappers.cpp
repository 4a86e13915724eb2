// SPDX-License-Identifier: BSD-3-Clause
// Creation and end of threads.
#include "runtime/core/beside_samples.h"
#include "runtime/core/lifecycle.h"
#include "runtime/pthread/call.h"
#include "runtime/pthread/threads.h"

namespace tarry::runtime::pthread {
namespace {

using Routine = void* (*)(void*);

// Creates a thread of the program, which is a location from its first to its last moment.
int create_recorded(pthread_t* thread, const pthread_attr_t* attributes, Routine routine,
                    void* argument) {
  core::start_measurement();
  has_created.store(true, std::memory_order_relaxed);
  const Call call(Function::create);
  Beginning* beginning = keep({routine, argument, next_number()});
  if (beginning == nullptr) {
    const int error = real::create(thread, attributes, routine, argument);
    call.leave();
    return error;
  }
  const std::uint32_t number = beginning->number;
  const int error = real::create(thread, attributes, &begin_thread, beginning);
  const EventTime end = core::now();
  if (error == 0) {
    set_number(*thread, number);
    call.add(RecordKind::ThreadCreate, call.begin(), number);
  } else {
    forget(beginning);
  }
  call.leave(end);
  return error;
}

int create_foreign(pthread_t* thread, const pthread_attr_t* attributes, Routine routine,
                   void* argument) {
  Beginning* beginning = keep({routine, argument, 0});
  if (beginning == nullptr) return real::create(thread, attributes, routine, argument);
  const int error = real::create(thread, attributes, &begin_thread, beginning);
  if (error != 0) forget(beginning);
  return error;
}

int create(pthread_t* thread, const pthread_attr_t* attributes, Routine routine, void* argument,
           const void* caller_address) {
  if (!is_wanted()) return real::create(thread, attributes, routine, argument);
  const Caller caller = caller_at(caller_address);
  if (caller == Caller::Mpi || core::this_thread.is_foreign ||
      is_in_mpi(__builtin_frame_address(0)))
    return create_foreign(thread, attributes, routine, argument);
  if (caller == Caller::Program) return create_recorded(thread, attributes, routine, argument);
  return real::create(thread, attributes, routine, argument);
}

// This is also called if the waiting thread is canceled.
void end_join(void* call) { static_cast<const Call*>(call)->leave(); }

int join_recorded(pthread_t thread, void** result) {
  Call call(Function::join);
  const std::uint32_t number = number_of(thread);
  int error = 0;
  pthread_cleanup_push(end_join, &call);
  error = real::join(thread, result);
  if (error == 0 && number != 0) call.add(RecordKind::ThreadWait, core::now(), number);
  pthread_cleanup_pop(1);
  return error;
}

}  // namespace
}  // namespace tarry::runtime::pthread

namespace pthread = tarry::runtime::pthread;
namespace real = pthread::real;
using pthread::Function;

extern "C" {

[[gnu::visibility("default")]] int pthread_create(pthread_t* thread,
                                                  const pthread_attr_t* attributes,
                                                  void* (*routine)(void*),
                                                  void* argument) noexcept {
  return pthread::create(thread, attributes, routine, argument, __builtin_return_address(0));
}

int tarry_create_thread(pthread_t* thread, const pthread_attr_t* attributes,
                        void* (*routine)(void*), void* argument, const void* caller) noexcept {
  return pthread::create(thread, attributes, routine, argument, caller);
}

[[gnu::visibility("default")]] int pthread_join(pthread_t thread, void** result) {
  return TARRY_IS_OF_PROGRAM ? pthread::join_recorded(thread, result) : real::join(thread, result);
}

[[gnu::visibility("default")]] int pthread_detach(pthread_t thread) noexcept {
  const auto run = [&] { return real::detach(thread); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::detach, run) : run();
}

[[gnu::visibility("default")]] int pthread_cancel(pthread_t thread) {
  const auto run = [&] { return real::cancel(thread); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::cancel, run) : run();
}

// The region is left before the real call, so what the thread does while it exits is outside of it.
[[gnu::visibility("default"), gnu::noreturn]] void pthread_exit(void* result) {
  if (TARRY_IS_OF_PROGRAM) pthread::simple_call(Function::exit, [] { return 0; });
  real::exit(result);
  __builtin_unreachable();
}

}  // extern "C"
