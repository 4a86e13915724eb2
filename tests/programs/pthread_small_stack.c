// SPDX-License-Identifier: BSD-3-Clause
// Threads with the smallest stacks there are.
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { kThreads = 50 };
static int values[kThreads];

static void* work(void* value) {
  *(int*)value += 1;
  return NULL;
}

int main(void) {
  pthread_t threads[kThreads];
  pthread_attr_t small;
  int made = 0, sum = 0;
  pthread_attr_init(&small);
  // The stack has room for the thread's own variables only.
  if (pthread_attr_setstacksize(&small, (size_t)sysconf(_SC_THREAD_STACK_MIN)) != 0) return 1;
  for (int i = 0; i < kThreads; ++i) {
    values[i] = i;
    if (pthread_create(&threads[made], &small, work, &values[i]) == 0) ++made;
  }
  for (int i = 0; i < made; ++i) pthread_join(threads[i], NULL);
  for (int i = 0; i < kThreads; ++i) sum += values[i];
  printf("%d %d\n", made, sum);
  return 0;
}
