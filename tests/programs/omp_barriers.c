// SPDX-License-Identifier: BSD-3-Clause
// Barriers of a team of three in front of code that some members skip, of which GCC makes copies
// with optimization. Prints the seconds that the threads waited in them, as the program itself sees
// it.
#include <omp.h>
#include <stdio.h>
#include <time.h>

enum { kThreads = 3, kSteps = 8, kBarriers = 4 };

static double arrived[kBarriers][kThreads];
static double waited;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// Sleeping takes as long on a busy machine.
__attribute__((noinline)) static void work(int barrier, int thread, long milliseconds) {
  const struct timespec time = {0, milliseconds * 1000000};
  nanosleep(&time, NULL);
  arrived[barrier][thread] = seconds();
}

__attribute__((noinline)) static void add_up(void) {
  for (int barrier = 0; barrier < kBarriers; ++barrier) {
    double last = 0;
    for (int thread = 0; thread < kThreads; ++thread)
      if (arrived[barrier][thread] > last) last = arrived[barrier][thread];
    for (int thread = 0; thread < kThreads; ++thread) waited += last - arrived[barrier][thread];
  }
}

int main(void) {
#pragma omp parallel num_threads(kThreads)
  {
    const int thread = omp_get_thread_num();
    for (int step = 0; step < kSteps; ++step) {
      work(0, thread, thread == 1 ? 30 : 10);
#pragma omp barrier
#pragma omp master
      work(1, thread, 20);
      if (thread != 0) work(1, thread, 5);
#pragma omp barrier
      if (thread == 2) work(2, thread, 25);
      if (thread != 2) work(2, thread, 5);
#pragma omp barrier
      if (thread == 0) work(3, thread, 5);
      if (thread != 0) work(3, thread, 20);
#pragma omp barrier
#pragma omp master
      add_up();
    }
  }
  printf("%.6f\n", waited);
  return 0;
}
