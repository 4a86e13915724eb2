// SPDX-License-Identifier: BSD-3-Clause
// Calls an instrumented function that does nothing as often as it is told, and prints the peak of
// its memory in kilobytes. usage: many_calls CALLS
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

__attribute__((noinline)) static void empty(void) { __asm__ volatile("" ::: "memory"); }

int main(int argc, char** argv) {
  const long calls = argc > 1 ? atol(argv[1]) : 1000;
  for (long i = 0; i < calls; ++i) empty();
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("%ld\n", usage.ru_maxrss);
  return 0;
}
