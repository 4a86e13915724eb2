// SPDX-License-Identifier: BSD-3-Clause
// Measures the cost of one call of an instrumented empty function: prints nanoseconds per call, the
// median and the mean over many batches. Without measurement the hooks are the empty ones of the C
// library; the difference is the price of recording one enter and one leave. usage: function_cost
// [batches]
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { kCallsPerBatch = 1000 };

#define NOT_INSTRUMENTED __attribute__((no_instrument_function))

__attribute__((noinline)) static void empty(void) { __asm__ volatile("" ::: "memory"); }

NOT_INSTRUMENTED static double now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

NOT_INSTRUMENTED static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

NOT_INSTRUMENTED int main(int argc, char** argv) {
  const int batches = argc > 1 ? atoi(argv[1]) : 2000;
  double* const cost = malloc(sizeof(double) * (size_t)batches);
  double sum = 0;
  for (int batch = 0; batch < batches; ++batch) {
    const double begin = now_ns();
    for (int i = 0; i < kCallsPerBatch; ++i) empty();
    cost[batch] = (now_ns() - begin) / kCallsPerBatch;
    sum += cost[batch];
  }
  qsort(cost, (size_t)batches, sizeof(double), compare);
  printf("%.2f %.2f\n", cost[batches / 2], sum / batches);
  free(cost);
  return 0;
}
