// SPDX-License-Identifier: BSD-3-Clause
// Small functions, in C and in C++, each called 20 times: some have nothing below them, the others
// a loop or a call that matters. Prints what it computed.
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#define NEVER_INLINED __attribute__((noinline)) static
enum { kSteps = 20 };

static volatile int table[kSteps];

NEVER_INLINED int leaf(int step) { return table[step] * 2; }
NEVER_INLINED int above_leaf(int step) { return leaf(step) + 1; }
NEVER_INLINED double root(double value) { return sqrt(value); }

NEVER_INLINED int looping(int step) {
  int sum = 0;
  for (int i = 0; i <= step; ++i) sum += table[i];
  return sum;
}
NEVER_INLINED int wrapper(int step) { return getpid() > 0 ? step : 0; }
NEVER_INLINED int above_wrapper(int step) { return wrapper(step) + 1; }
NEVER_INLINED int indirect(int (*volatile function)(int), int step) { return function(step); }
NEVER_INLINED int descending(int step) {
  return step < 1 ? table[0] : descending(step - 1) + table[step];
}

#ifdef __cplusplus
struct Guard {
  ~Guard() { ++count; }
  int& count;
};
NEVER_INLINED int guarded(int step, int& count) {
  const Guard guard{count};
  return leaf(step);
}
NEVER_INLINED int throwing(int step) {
  if (step % 2 == 1) throw step;
  return step;
}
NEVER_INLINED int catching(int step) {
  try {
    return throwing(step);
  } catch (int thrown) {
    return -thrown;
  }
}
NEVER_INLINED int extra(int step) {
  int count = 0;
  return guarded(step, count) + catching(step) + count;
}
#else
static int extra(int step) { return step; }
#endif

int main(void) {
  double sum = 0;
  for (int step = 0; step < kSteps; ++step) table[step] = step;
  for (int step = 0; step < kSteps; ++step)
    sum += above_leaf(step) + leaf(step) + root(step) + looping(step) + above_wrapper(step) +
           indirect(leaf, step) + descending(step) + extra(step);
  printf("%.3f\n", sum);
  return 0;
}
