// SPDX-License-Identifier: BSD-3-Clause
// Does a fixed amount of work with constantly changing call paths; prints its processor time in
// seconds.
//   sampling_cost [MILLIONS [LOOPS]]
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static volatile unsigned sink;
// Volatile, or there would be a separate call site for each child.
static volatile unsigned children = 2;
static volatile int loops = 20;  // work in each call

// Walks a tree of calls of this depth from one place; each node has two children.
static __attribute__((noinline)) void visit(unsigned depth, unsigned leaf) {
  for (int i = 0; i < loops; ++i) sink = sink + leaf;
  if (depth == 0) return;
  for (unsigned child = 0; child < children; ++child) visit(depth - 1, 2 * leaf + child);
  sink = sink + 1;  // prevents a tail call
}

int main(int argc, char** argv) {
  enum { kDepth = 19 };  // a million calls
  const int millions = argc > 1 ? atoi(argv[1]) : 60;
  if (argc > 2) loops = atoi(argv[2]);
  for (int i = 0; i < millions; ++i) visit(kDepth, 1);
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  printf("%.9f\n", (double)time.tv_sec + (double)time.tv_nsec * 1e-9);
  return 0;
}
