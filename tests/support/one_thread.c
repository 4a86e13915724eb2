// SPDX-License-Identifier: BSD-3-Clause
// Preloaded into tests with one thread (cmake/TarryOneThread.cmake): ends the process where it
// starts another one.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*),
                   void* argument) {
  static const char text[] =
      "This test starts a thread: take it from the lists in cmake/TarryOneThread.cmake.\n";
  (void)thread, (void)attributes, (void)function, (void)argument;
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(EXIT_FAILURE);
  abort();
}
