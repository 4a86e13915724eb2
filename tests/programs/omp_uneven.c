// SPDX-License-Identifier: BSD-3-Clause
// Regions of two threads in which the second has more to do. Prints the seconds that the run could
// be shorter if the work were even: half of the difference, in each region. With -DQUIET it does
// not.
#include <omp.h>
#include <stdio.h>
#include <time.h>

enum { kRegions = 12 };

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// Sleeping takes as long on a busy machine.
__attribute__((noinline)) static double uneven_work(long milliseconds) {
  const double begin = seconds();
  const struct timespec time = {0, milliseconds * 1000000};
  nanosleep(&time, NULL);
  return seconds() - begin;
}

int main(void) {
  double spent[2] = {0, 0};
  for (int region = 0; region < kRegions; ++region) {
#pragma omp parallel num_threads(2)
    spent[omp_get_thread_num()] += uneven_work(omp_get_thread_num() == 0 ? 20 : 60);
  }
#ifndef QUIET
  printf("%.6f\n", (spent[1] - spent[0]) / 2);
#endif
  return 0;
}
