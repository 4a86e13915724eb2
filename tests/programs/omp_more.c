// SPDX-License-Identifier: BSD-3-Clause
// Constructs that programs use less often; a single thread where the order would be left to chance.
#include <omp.h>
#include <stdio.h>

static int values[8];

int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(auto)
    for (int i = 0; i < 2; ++i) values[i] += i;
#pragma omp for schedule(runtime)
    for (int i = 0; i < 2; ++i) values[i] += i;
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 2; ++i) values[i] += i;
#pragma omp masked
    values[2] = 7;
  }
#pragma omp parallel num_threads(1)
  {
#pragma omp single
    {
#pragma omp taskloop num_tasks(2)
      for (int i = 0; i < 2; ++i) values[3] += i;
    }
#pragma omp atomic
    values[4] += 1;
  }
#pragma omp teams num_teams(1) thread_limit(1)
#pragma omp distribute
  for (int i = 0; i < 2; ++i) values[5] += i;

  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += values[i];
  printf("%d\n", sum);
  return 0;
}
