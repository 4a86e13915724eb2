/* SPDX-License-Identifier: BSD-3-Clause
   Recording goes off and on between parallel regions, with and without one in the pause. Threads of
   a pool hear of the end of a region only when they are wanted again. */
#include <stdio.h>
#include <tarry/tarry.h>
#include <unistd.h>

static int sum;

static void region(int value) {
#pragma omp parallel num_threads(2)
#pragma omp atomic
  sum += value;
}

static void paused(void) {
  usleep(20000);
  region(1);
  region(2);
}

int main(void) {
  region(1);
  tarry_pause();
  usleep(20000);
  tarry_resume();
  region(10);
  tarry_pause();
  paused();
  tarry_resume();
  usleep(20000);
  region(100);
  region(1000);
  printf("%d\n", sum);
  return 0;
}
