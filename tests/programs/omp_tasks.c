// SPDX-License-Identifier: BSD-3-Clause
// Explicit tasks of every kind, in a team of one: the order in which they run is known.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int value = 0;
#pragma omp parallel num_threads(1)
  {
#pragma omp task shared(value)
    value += 1;
#pragma omp taskwait
#pragma omp task shared(value) if (0)
    value += 1;
#pragma omp taskgroup
    {
#pragma omp task shared(value)
      {
        value += 1;
#pragma omp task shared(value)
        value += 1;
#pragma omp taskwait
      }
    }
#pragma omp task shared(value) depend(out : value)
    value += 1;
#pragma omp task shared(value) depend(in : value)
    value += 1;
  }
  printf("%d\n", value);
  return 0;
}
