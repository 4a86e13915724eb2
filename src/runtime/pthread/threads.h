// SPDX-License-Identifier: BSD-3-Clause
// Threads that the program creates: their numbers, and their start before the program's code.
#pragma once

#include <pthread.h>
#include <threads.h>

#include <cstdint>

namespace tarry::runtime::pthread {

// The function that a thread begins with, one of two kinds, and its argument.
struct Beginning {
  void* (*routine)(void*) = nullptr;
  thrd_start_t c11_routine = nullptr;
  void* argument = nullptr;
  std::uint32_t number = 0;  // the thread's number; 0: created by a library for itself
};

// Keeps a copy until the thread runs; returns nullptr without memory. Thread: any.
Beginning* keep(const Beginning& beginning);
// Call it if the thread was not created. Thread: any.
void forget(Beginning* beginning);

// The thread is created with one of these functions instead of its own; `data` is its Beginning.
void* begin_thread(void* data);
int begin_c11_thread(void* data);

// Returns numbers from 1 on. Thread: any.
std::uint32_t next_number();

// Stores the number of a thread. Both the creating thread and the new one call it, because each
// alone may be too late for a thread that joins it. Thread: any.
void set_number(pthread_t thread, std::uint32_t number);
// Returns 0 if the number is unknown. Thread: any.
std::uint32_t number_of(pthread_t thread);

}  // namespace tarry::runtime::pthread
