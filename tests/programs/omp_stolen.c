// SPDX-License-Identifier: BSD-3-Clause
// Tasks that one thread makes and all execute, tied and untied, nested and with waiting in between;
// teams in teams whose sizes change. What runs where is chance: only sums are known.
#include <omp.h>
#include <stdio.h>
#include <unistd.h>

static int count = 0;

static void add(void) {
#pragma omp atomic
  ++count;
}

static void tree(int depth) {
  add();
  if (depth == 0) return;
#pragma omp task
  tree(depth - 1);
#pragma omp task
  tree(depth - 1);
#pragma omp taskwait
}

static void wander(int parts) {
#pragma omp task untied
  for (int i = 0; i < parts; ++i) {
#pragma omp task
    usleep(100);
#pragma omp taskyield
    add();
  }
}

int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    tree(5);
    wander(20);
    wander(20);
#pragma omp taskyield
#pragma omp taskloop num_tasks(8)
    for (int i = 0; i < 16; ++i) {
      usleep(100);
      add();
    }
  }
  for (int size = 1; size <= 3; ++size) {
#pragma omp parallel num_threads(2)
    {
      usleep(500);
#pragma omp parallel num_threads(size)
      {
        add();
#pragma omp barrier
        usleep(200);
      }
    }
  }
  printf("%d\n", count);
  return 0;
}
