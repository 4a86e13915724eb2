// SPDX-License-Identifier: BSD-3-Clause
// What the library that records events does for the one that takes samples, where both are
// injected. That one stands in front, with weak references to these: they are null where no events
// are recorded. docs/decisions/029-sampling.md
#pragma once

#include <pthread.h>

#include <cstdint>

extern "C" {

// pthread_create() as it was called by the code at `caller`, which decides what kind of thread it
// is: behind the other library's wrapper it could not be told any more. Thread: any.
[[gnu::visibility("default"), gnu::weak]] int tarry_create_thread(pthread_t* thread,
                                                                  const pthread_attr_t* attributes,
                                                                  void* (*routine)(void*),
                                                                  void* argument,
                                                                  const void* caller) noexcept;

// An address in the frame from which inwards the calling thread works for the recording of events;
// 0 if it does not. Thread: any. Signal: safe.
[[gnu::visibility("default"), gnu::weak]] std::uintptr_t tarry_own_account() noexcept;

}  // extern "C"
