// SPDX-License-Identifier: BSD-3-Clause
// New threads of the program and of OpenMP are sampled, those of MPI libraries are not. The library
// that records events behind us is told whose call it is, because it would take the call for ours.
#include <pthread.h>
#include <threads.h>

#include <cstdlib>

#include "runtime/core/beside_samples.h"
#include "runtime/pthread/callers.h"
#include "runtime/sampling/real_function.h"
#include "runtime/sampling/session.h"

namespace tarry::runtime::sampling {
namespace {

// The function that a thread begins with, and its argument. `Routine` is that of pthread_create()
// or of thrd_create().
template <class Routine>
struct Beginning {
  Routine routine;
  void* argument;
};

template <class Routine>
auto begin_sampled(void* data) {
  const auto beginning = *static_cast<Beginning<Routine>*>(data);
  std::free(data);
  begin_thread();
  return beginning.routine(beginning.argument);
}

// Has `create` make a thread that begins here, or as it is if it is not to be sampled.
template <class Routine, class Create>
int create_sampled(Routine routine, void* argument, const void* caller, Create create) {
  const bool is_to_be_sampled = is_sampling() && pthread::caller_at(caller) != pthread::Caller::Mpi;
  auto* const beginning = static_cast<Beginning<Routine>*>(
      is_to_be_sampled ? std::malloc(sizeof(Beginning<Routine>)) : nullptr);
  if (beginning == nullptr) return create(routine, argument);
  *beginning = {routine, argument};
  const int error = create(&begin_sampled<Routine>, static_cast<void*>(beginning));
  if (error != 0) std::free(beginning);
  return error;
}

constinit RealFunction<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)> real_create{
    "pthread_create"};
constinit RealFunction<int(thrd_t*, thrd_start_t, void*)> real_c11_create{"thrd_create"};

// Passes the call at `caller` on to the next definition.
int create_behind_us(pthread_t* thread, const pthread_attr_t* attributes, void* (*routine)(void*),
                     void* argument, const void* caller) {
  return tarry_create_thread != nullptr
             ? tarry_create_thread(thread, attributes, routine, argument, caller)
             : real_create(thread, attributes, routine, argument);
}

int create_c11_behind_us(thrd_t* thread, thrd_start_t routine, void* argument, const void* caller) {
  return tarry_create_c11_thread != nullptr
             ? tarry_create_c11_thread(thread, routine, argument, caller)
             : real_c11_create(thread, routine, argument);
}

}  // namespace
}  // namespace tarry::runtime::sampling

namespace sampling = tarry::runtime::sampling;

extern "C" [[gnu::visibility("default")]] int pthread_create(pthread_t* thread,
                                                             const pthread_attr_t* attributes,
                                                             void* (*routine)(void*),
                                                             void* argument) noexcept {
  const void* caller = __builtin_return_address(0);
  return sampling::create_sampled(routine, argument, caller, [&](auto begin, void* data) {
    return sampling::create_behind_us(thread, attributes, begin, data, caller);
  });
}

extern "C" [[gnu::visibility("default")]] int thrd_create(thrd_t* thread, thrd_start_t routine,
                                                          void* argument) {
  const void* caller = __builtin_return_address(0);
  return sampling::create_sampled(routine, argument, caller, [&](auto begin, void* data) {
    return sampling::create_c11_behind_us(thread, begin, data, caller);
  });
}
