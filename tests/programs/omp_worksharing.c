// SPDX-License-Identifier: BSD-3-Clause
// Every worksharing construct once in a team of two, with and without the barrier at its end; then
// a team of three, and one of one.
#include <omp.h>
#include <stdio.h>

static void nothing(int i) { __asm__ volatile("" : : "r"(i)); }

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static)
    for (int i = 0; i < 4; ++i) nothing(i);
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 4; ++i) nothing(i);
#pragma omp for schedule(guided)
    for (int i = 0; i < 4; ++i) nothing(i);
#pragma omp barrier
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 4; ++i) sum += i;
#pragma omp barrier
#pragma omp sections
    {
#pragma omp section
      nothing(1);
#pragma omp section
      nothing(2);
    }
#pragma omp master
    nothing(3);
#pragma omp barrier
  }
#pragma omp parallel num_threads(3)
  nothing(4);
#pragma omp parallel num_threads(1)
  nothing(5);
#pragma omp parallel if (0)
  nothing(6);
  printf("%d\n", sum);
  return 0;
}
