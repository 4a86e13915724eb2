// SPDX-License-Identifier: BSD-3-Clause
// Calls that take and give back locks with one owner: mutexes, spin locks and the writer's side of
// read-write locks. A release is recorded before it happens, an acquisition after it: so in the
// trace no thread has a lock before the former owner has released it.
#pragma once

#include <cerrno>

#include "runtime/pthread/call.h"

namespace tarry::runtime::pthread {

template <class Run>
int lock(Function function, const void* object, Run run) {
  const Call call(function);
  const int error = run();
  const EventTime end = core::now();
  if (error == 0 || error == EOWNERDEAD) acquired(call, end, object);
  call.leave(end);
  return error;
}

// `own` is find_own() of the object, and not nullptr.
template <class Run>
int unlock(Function function, core::Lock* own, Run run) {
  const Call call(function);
  released(call, own);
  const int error = run();
  call.leave();
  return error;
}

}  // namespace tarry::runtime::pthread
