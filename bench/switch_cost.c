// SPDX-License-Identifier: BSD-3-Clause
// Measures the cost of a switch of threads: two threads on one core yield to each other. Prints the
// nanoseconds of a switch, the best of some batches.
// usage: switch_cost YIELDS
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BATCHES = 20 };

static atomic_int ended;

static double now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static void* yield(void* nothing) {
  while (!atomic_load_explicit(&ended, memory_order_relaxed)) sched_yield();
  return nothing;
}

int main(int argc, char** argv) {
  const int yields = argc > 1 ? atoi(argv[1]) : 200000;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  if (yields < BATCHES || sched_setaffinity(0, sizeof one, &one) != 0) return 2;
  pthread_t other;
  if (pthread_create(&other, NULL, yield, NULL) != 0) return 1;
  double best = 1e18;
  for (int batch = 0; batch < BATCHES; ++batch) {
    const double begin = now_ns();
    for (int i = 0; i < yields / BATCHES; ++i) sched_yield();
    // A yield switches there and back.
    const double cost = (now_ns() - begin) / (2.0 * yields / BATCHES);
    if (cost < best) best = cost;
  }
  atomic_store(&ended, 1);
  pthread_join(other, NULL);
  printf("%.2f\n", best);
  return 0;
}
