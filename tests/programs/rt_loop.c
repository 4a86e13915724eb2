// SPDX-License-Identifier: BSD-3-Clause
// rt_loop CALLS [kill]: calls a function that often, then prints a line, or kills itself.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile long sum;
static void step(long i) { sum += i; }

int main(int argc, char** argv) {
  const long calls = argc > 1 ? atol(argv[1]) : 1;
  for (long i = 0; i < calls; ++i) step(i);
  if (argc > 2 && strcmp(argv[2], "kill") == 0) raise(SIGKILL);
  printf("done %ld\n", calls);
  return 0;
}
