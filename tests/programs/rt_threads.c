// SPDX-License-Identifier: BSD-3-Clause
// rt_threads THREADS CALLS: every thread calls a function that often.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static void step(volatile long* sum) { ++*sum; }

static void* run(void* argument) {
  volatile long sum = 0;
  for (intptr_t i = 0; i < (intptr_t)argument; ++i) step(&sum);
  return NULL;
}

int main(int argc, char** argv) {
  enum { kMaxThreads = 64 };
  pthread_t threads[kMaxThreads];
  const int count = argc > 2 ? atoi(argv[1]) : 1;
  if (count > kMaxThreads) return 2;
  for (int i = 0; i < count; ++i)
    pthread_create(&threads[i], NULL, run, (void*)(intptr_t)atol(argv[2]));
  for (int i = 0; i < count; ++i) pthread_join(threads[i], NULL);
  return 0;
}
