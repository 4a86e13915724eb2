// SPDX-License-Identifier: BSD-3-Clause
// New threads of the program and of OpenMP are sampled, those of MPI libraries are not.
#include <pthread.h>

#include <cstdlib>

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

}  // namespace
}  // namespace tarry::runtime::sampling

namespace sampling = tarry::runtime::sampling;

extern "C" [[gnu::visibility("default")]] int pthread_create(pthread_t* thread,
                                                             const pthread_attr_t* attributes,
                                                             void* (*routine)(void*),
                                                             void* argument) noexcept {
  using tarry::runtime::pthread::Caller;
  const Caller caller = tarry::runtime::pthread::caller_at(__builtin_return_address(0));
  void* memory = sampling::is_sampling() && caller != Caller::Mpi
                     ? std::malloc(sizeof(sampling::Beginning))
                     : nullptr;
  if (memory == nullptr) return sampling::real_create(thread, attributes, routine, argument);
  auto* beginning = static_cast<sampling::Beginning*>(memory);
  *beginning = {routine, argument};
  const int error = sampling::real_create(thread, attributes, &sampling::begin_sampled, beginning);
  if (error != 0) std::free(beginning);
  return error;
}
