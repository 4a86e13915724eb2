// SPDX-License-Identifier: BSD-3-Clause
// Measures pairs of calls for threads: prints for each the median and the mean over batches, in
// nanoseconds. The mutexes are free. A thread is made first, so that a recording has begun.
//   pthread_cost [BATCHES]
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static void* nothing(void* argument) { return argument; }

static void lock_and_unlock(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

static void create_and_join(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, nothing, NULL) != 0) exit(1);
  pthread_join(thread, NULL);
}

static void measure(const char* name, void (*pair)(void), int batches, int per_batch) {
  double* took = malloc((size_t)batches * sizeof(double));
  double sum = 0;
  if (took == NULL) exit(1);
  pair();
  for (int b = 0; b < batches; ++b) {
    const double begin = now_ns();
    for (int i = 0; i < per_batch; ++i) pair();
    took[b] = (now_ns() - begin) / per_batch;
    sum += took[b];
  }
  qsort(took, (size_t)batches, sizeof(double), compare);
  printf("%s %.1f %.1f\n", name, took[batches / 2], sum / batches);
  free(took);
}

int main(int argc, char** argv) {
  const int batches = argc > 1 ? atoi(argv[1]) : 1000;
  create_and_join();
  measure("pthread_mutex_lock+unlock", lock_and_unlock, batches, 50);
  measure("pthread_create+join", create_and_join, batches, 5);
  return 0;
}
