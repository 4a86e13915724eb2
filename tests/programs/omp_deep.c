// SPDX-License-Identifier: BSD-3-Clause
// Tasks in tasks in tasks, each waiting for the next: deeper than what is recorded.
#include <omp.h>
#include <stdio.h>

static int dive(int depth) {
  int below = 0;
  if (depth == 0) return 0;
#pragma omp task shared(below)
  below = dive(depth - 1);
#pragma omp taskwait
  return below + 1;
}

int main(void) {
  int depth = 0;
#pragma omp parallel num_threads(1)
#pragma omp single
  depth = dive(1500);
  printf("%d\n", depth);
  return 0;
}
