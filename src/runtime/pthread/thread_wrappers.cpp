// SPDX-License-Identifier: BSD-3-Clause
// Creation and end of threads.
#include "runtime/core/beside_samples.h"
#include "runtime/core/lifecycle.h"
#include "runtime/pthread/threads.h"
#include "runtime/pthread/waiting_call.h"

namespace tarry::runtime::pthread {
namespace {

using Routine = void* (*)(void*);

// What the program asks pthread_create() for.
struct PosixThread {
  static constexpr Function kFunction = Function::create;
  pthread_t* thread;
  const pthread_attr_t* attributes;
  Routine routine;
  void* argument;

  [[nodiscard]] Beginning beginning() const {
    return {.routine = routine, .c11_routine = nullptr, .argument = argument};
  }
  [[nodiscard]] int as_it_is() const { return real::create(thread, attributes, routine, argument); }
  [[nodiscard]] int begun_by_us(Beginning* kept) const {
    return real::create(thread, attributes, &begin_thread, kept);
  }
};

// What it asks thrd_create() for.
struct C11Thread {
  static constexpr Function kFunction = Function::thrd_create;
  thrd_t* thread;
  thrd_start_t routine;
  void* argument;

  [[nodiscard]] Beginning beginning() const {
    return {.routine = nullptr, .c11_routine = routine, .argument = argument};
  }
  [[nodiscard]] int as_it_is() const { return real::thrd_create(thread, routine, argument); }
  [[nodiscard]] int begun_by_us(Beginning* kept) const {
    return real::thrd_create(thread, &begin_c11_thread, static_cast<void*>(kept));
  }
};

// Creates a thread of the program, which is a location from its first to its last moment.
template <class Wanted>
int create_recorded(const Wanted& wanted) {
  core::start_measurement();
  has_created.store(true, std::memory_order_relaxed);
  const Call call(Wanted::kFunction);
  Beginning begins = wanted.beginning();
  begins.number = next_number();
  Beginning* kept = keep(begins);
  if (kept == nullptr) {
    const int error = wanted.as_it_is();
    call.leave();
    return error;
  }
  const int error = wanted.begun_by_us(kept);
  const EventTime end = core::now();
  if (error == 0) {
    set_number(*wanted.thread, begins.number);
    call.add(RecordKind::ThreadCreate, call.begin(), begins.number);
  } else {
    forget(kept);
  }
  call.leave(end);
  return error;
}

template <class Wanted>
int create_foreign(const Wanted& wanted) {
  Beginning* kept = keep(wanted.beginning());
  if (kept == nullptr) return wanted.as_it_is();
  const int error = wanted.begun_by_us(kept);
  if (error != 0) forget(kept);
  return error;
}

template <class Wanted>
int create(const Wanted& wanted, const void* caller_address) {
  if (!is_wanted()) return wanted.as_it_is();
  const Caller caller = caller_at(caller_address);
  if (caller == Caller::Mpi || core::this_thread.is_foreign ||
      is_in_mpi(__builtin_frame_address(0)))
    return create_foreign(wanted);
  return caller == Caller::Program ? create_recorded(wanted) : wanted.as_it_is();
}

template <class Run>
int join_recorded(Function function, pthread_t thread, Run run) {
  const std::uint32_t number = number_of(thread);
  return waiting_call(function, [&](const Call& call) {
    const int error = run();
    if (error == 0 && number != 0) call.add(RecordKind::ThreadWait, core::now(), number);
    return error;
  });
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
  return pthread::create(pthread::PosixThread{thread, attributes, routine, argument},
                         __builtin_return_address(0));
}

int tarry_create_thread(pthread_t* thread, const pthread_attr_t* attributes,
                        void* (*routine)(void*), void* argument, const void* caller) noexcept {
  return pthread::create(pthread::PosixThread{thread, attributes, routine, argument}, caller);
}

[[gnu::visibility("default")]] int pthread_join(pthread_t thread, void** result) {
  const auto run = [&] { return real::join(thread, result); };
  return TARRY_IS_OF_PROGRAM ? pthread::join_recorded(Function::join, thread, run) : run();
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

[[gnu::visibility("default")]] int thrd_create(thrd_t* thread, thrd_start_t routine,
                                               void* argument) {
  return pthread::create(pthread::C11Thread{thread, routine, argument},
                         __builtin_return_address(0));
}

int tarry_create_c11_thread(thrd_t* thread, thrd_start_t routine, void* argument,
                            const void* caller) noexcept {
  return pthread::create(pthread::C11Thread{thread, routine, argument}, caller);
}

[[gnu::visibility("default")]] int thrd_join(thrd_t thread, int* result) {
  const auto run = [&] { return real::thrd_join(thread, result); };
  return TARRY_IS_OF_PROGRAM ? pthread::join_recorded(Function::thrd_join, thread, run) : run();
}

[[gnu::visibility("default")]] int thrd_detach(thrd_t thread) {
  const auto run = [&] { return real::thrd_detach(thread); };
  return TARRY_IS_OF_PROGRAM ? pthread::simple_call(Function::thrd_detach, run) : run();
}

[[gnu::visibility("default"), gnu::noreturn]] void thrd_exit(int result) {
  if (TARRY_IS_OF_PROGRAM) pthread::simple_call(Function::thrd_exit, [] { return 0; });
  real::thrd_exit(result);
  __builtin_unreachable();
}

}  // extern "C"
