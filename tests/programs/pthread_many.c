// SPDX-License-Identifier: BSD-3-Clause
// pthread_many THREADS [detached]: that many threads, never more than four at a time.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { kAtATime = 4 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static long sum;  // guarded by `mutex`, as is the next
static int running;

static void* add(void* argument) {
  pthread_mutex_lock(&mutex);
  sum += (long)(size_t)argument;
  --running;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void wait_for_all(void) {
  pthread_mutex_lock(&mutex);
  while (running > 0) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
}

int main(int argc, char** argv) {
  const int count = argc > 1 ? atoi(argv[1]) : kAtATime;
  const int is_detached = argc > 2;
  for (int i = 0; i < count; i += kAtATime) {
    pthread_t threads[kAtATime];
    pthread_mutex_lock(&mutex);
    running = kAtATime;
    pthread_mutex_unlock(&mutex);
    for (int k = 0; k < kAtATime; ++k)
      if (pthread_create(&threads[k], NULL, add, (void*)(size_t)(i + k)) != 0) return 1;
    for (int k = 0; k < kAtATime; ++k)
      if (is_detached)
        pthread_detach(threads[k]);
      else
        pthread_join(threads[k], NULL);
    if (is_detached) wait_for_all();
  }
  printf("%ld\n", sum);
  return 0;
}
