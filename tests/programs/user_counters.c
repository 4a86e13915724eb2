/* SPDX-License-Identifier: BSD-3-Clause
 * Numbers that a program counts itself, in two threads, and a parameter. */
#include <pthread.h>
#include <stddef.h>
#include <tarry/tarry.h>

static void solve(unsigned long long cells) {
  TARRY_COUNTER_ADD("cells", "#", cells);
  TARRY_COUNTER_SET("residual", "", 1.0 / (double)cells);
  TARRY_COUNTER_ADD("cells", "#", 1);
}

static void level(long long number) {
  TARRY_PARAMETER_BEGIN("level", number);
  solve(10);
  TARRY_PARAMETER_END("level", number);
}

static void* work(void* data) {
  solve(1000);
  return data;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, NULL) != 0) return 1;
  pthread_join(thread, NULL);
  TARRY_PAUSE();
  solve(5000);
  TARRY_RESUME();
  for (int i = 0; i < 6; ++i) level(i % 2);
  TARRY_COUNTER_ADD("time saved", "s", 7);
  return 0;
}
