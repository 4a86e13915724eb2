// SPDX-License-Identifier: BSD-3-Clause
// Services of the library that records events for the library that takes samples, where both are
// injected. The sampling library comes first in the order of symbol lookup and refers to these
// functions weakly: they are null where no events are recorded. docs/decisions/029-sampling.md
#pragma once

#include <pthread.h>
#include <threads.h>

#include <cstdint>

extern "C" {

// Calls pthread_create() for the code at `caller`. The caller's address decides what kind of thread
// it is; from behind the sampling library's wrapper it could not be found out. Thread: any.
[[gnu::visibility("default"), gnu::weak]] int tarry_create_thread(pthread_t* thread,
                                                                  const pthread_attr_t* attributes,
                                                                  void* (*routine)(void*),
                                                                  void* argument,
                                                                  const void* caller) noexcept;

// The same for thrd_create().
[[gnu::visibility("default"), gnu::weak]] int tarry_create_c11_thread(thrd_t* thread,
                                                                      thrd_start_t routine,
                                                                      void* argument,
                                                                      const void* caller) noexcept;

// Returns an address on the stack of the calling thread: all frames from there inwards work for the
// recording of events. Returns 0 if there are none. Thread: any. Signal: safe.
[[gnu::visibility("default"), gnu::weak]] std::uintptr_t tarry_own_account() noexcept;

}  // extern "C"
