// SPDX-License-Identifier: BSD-3-Clause
// Measures constructs of OpenMP in a team of two: prints for each the median and the mean over
// batches, in nanoseconds per construct and thread.
//   openmp_cost [BATCHES]
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { kPerBatch = 50 };

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static void parallel_for(void) {
  for (int i = 0; i < kPerBatch; ++i) {
#pragma omp parallel for num_threads(2)
    for (int k = 0; k < 2; ++k) __asm__ volatile("" : : "r"(k));
  }
}

static void barrier(void) {
#pragma omp parallel num_threads(2)
  for (int i = 0; i < kPerBatch; ++i) {
#pragma omp barrier
  }
}

static void critical(void) {
#pragma omp parallel num_threads(1)
  for (int i = 0; i < kPerBatch; ++i) {
#pragma omp critical
    __asm__ volatile("" : : : "memory");
  }
}

static void task(void) {
#pragma omp parallel num_threads(1)
  {
    for (int i = 0; i < kPerBatch; ++i) {
#pragma omp task
      __asm__ volatile("" : : : "memory");
    }
#pragma omp taskwait
  }
}

static void measure(const char* name, void (*construct)(void), int batches) {
  double* took = malloc((size_t)batches * sizeof(double));
  double sum = 0;
  if (took == NULL) exit(1);
  construct();
  for (int b = 0; b < batches; ++b) {
    const double begin = omp_get_wtime();
    construct();
    took[b] = (omp_get_wtime() - begin) * 1e9 / kPerBatch;
    sum += took[b];
  }
  qsort(took, (size_t)batches, sizeof(double), compare);
  printf("%s %.1f %.1f\n", name, took[batches / 2], sum / batches);
  free(took);
}

int main(int argc, char** argv) {
  const int batches = argc > 1 ? atoi(argv[1]) : 1000;
  measure("omp_parallel_for", parallel_for, batches);
  measure("omp_barrier", barrier, batches);
  measure("omp_critical", critical, batches);
  measure("omp_task", task, batches);
  return 0;
}
