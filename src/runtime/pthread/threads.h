// SPDX-License-Identifier: BSD-3-Clause
// Threads that the program creates: their numbers, and what they do before the program's code.
#pragma once

#include <pthread.h>

#include <cstdint>

namespace tarry::runtime::pthread {

// The function that a thread begins with, and its argument.
struct Beginning {
  void* (*routine)(void*) = nullptr;
  void* argument = nullptr;
  std::uint32_t number = 0;  // of the thread; 0: one that some library has for itself
};

// Keeps it until the thread runs; nullptr without memory. Thread: any.
Beginning* keep(const Beginning& beginning);
// If the thread did not come into being. Thread: any.
void forget(Beginning* beginning);

// The function to create the thread with instead of its own; `data`: its Beginning.
void* begin_thread(void* data);

// From 1. Thread: any.
std::uint32_t next_number();

// Which number a thread has, to be told by who creates it and by itself: either may be too late
// for who waits for it. Thread: any.
void set_number(pthread_t thread, std::uint32_t number);
// 0 if it is not known. Thread: any.
std::uint32_t number_of(pthread_t thread);

}  // namespace tarry::runtime::pthread
