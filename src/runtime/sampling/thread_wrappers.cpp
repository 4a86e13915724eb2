// SPDX-License-Identifier: BSD-3-Clause
// New threads of the program and of OpenMP are sampled, those of MPI libraries are not. The library
// that records events behind us is told whose call it is, because it would take the call for ours.
#include <pthread.h>

#include <cstdlib>

#include "runtime/core/beside_samples.h"
#include "runtime/pthread/callers.h"
#include "runtime/sampling/real_function.h"
#include "runtime/sampling/session.h"

namespace tarry::runtime::sampling {
namespace {

struct Beginning {
  void* (*routine)(void*);
  void* argument;
};

void* begin_sampled(void* data) {
  const Beginning beginning = *static_cast<Beginning*>(data);
  std::free(data);
  begin_thread();
  return beginning.routine(beginning.argument);
}

constinit RealFunction<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)> real_create{
    "pthread_create"};

// Passes the call at `caller` on to the next definition.
int create_behind_us(pthread_t* thread, const pthread_attr_t* attributes, void* (*routine)(void*),
                     void* argument, const void* caller) {
  return tarry_create_thread != nullptr
             ? tarry_create_thread(thread, attributes, routine, argument, caller)
             : real_create(thread, attributes, routine, argument);
}

}  // namespace
}  // namespace tarry::runtime::sampling

namespace sampling = tarry::runtime::sampling;

extern "C" [[gnu::visibility("default")]] int pthread_create(pthread_t* thread,
                                                             const pthread_attr_t* attributes,
                                                             void* (*routine)(void*),
                                                             void* argument) noexcept {
  using tarry::runtime::pthread::Caller;
  const void* caller_address = __builtin_return_address(0);
  const Caller caller = tarry::runtime::pthread::caller_at(caller_address);
  void* memory = sampling::is_sampling() && caller != Caller::Mpi
                     ? std::malloc(sizeof(sampling::Beginning))
                     : nullptr;
  if (memory == nullptr)
    return sampling::create_behind_us(thread, attributes, routine, argument, caller_address);
  auto* beginning = static_cast<sampling::Beginning*>(memory);
  *beginning = {routine, argument};
  const int error = sampling::create_behind_us(thread, attributes, &sampling::begin_sampled,
                                               beginning, caller_address);
  if (error != 0) std::free(beginning);
  return error;
}
