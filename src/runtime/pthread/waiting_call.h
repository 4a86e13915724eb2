// SPDX-License-Identifier: BSD-3-Clause
// Calls in which a thread waits and may be canceled: the program's cleanup handlers for that case
// run outside of the function. Waiting for a condition releases the mutex and acquires it again,
// also if the thread is canceled, so these handlers run with the mutex acquired.
#pragma once

#include "runtime/pthread/call.h"

namespace tarry::runtime::pthread {

inline void end_call(void* call) { static_cast<const Call*>(call)->leave(); }

// `run` gets the call.
template <class Run>
int waiting_call(Function function, Run run) {
  Call call(function);
  int error = 0;
  pthread_cleanup_push(end_call, &call);
  error = run(static_cast<const Call&>(call));
  pthread_cleanup_pop(1);
  return error;
}

struct ConditionWait {
  const Call& call;
  const void* mutex;
  bool had_mutex;
};

inline void end_wait(void* data) {
  const auto& waiting = *static_cast<const ConditionWait*>(data);
  const EventTime time = core::now();
  if (waiting.had_mutex) acquired(waiting.call, time, waiting.mutex);
  waiting.call.leave(time);
}

template <class Run>
int wait(Function function, const void* mutex, Run run) {
  const Call call(function);
  core::Lock* lock = find_own(mutex);
  released(call, lock);
  ConditionWait waiting{call, mutex, lock != nullptr};
  int error = 0;
  pthread_cleanup_push(end_wait, &waiting);
  error = run();
  pthread_cleanup_pop(1);
  return error;
}

}  // namespace tarry::runtime::pthread
