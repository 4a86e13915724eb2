// SPDX-License-Identifier: BSD-3-Clause
// Recording goes off in one function and on in another, as in programs with start() and stop()
// functions of their own. With an argument, it goes on in that many calls of a recursive function.
#define TARRY
#include <stdlib.h>
#include <tarry/tarry.h>

static void work(void) {}

static void stop(void) { TARRY_PAUSE(); }

static void start(void) { TARRY_RESUME(); }

static void initialize(void) {
  work();
  stop();
}

static void solve(void) {
  work();
  start();
  work();
}

static void descend(int levels) {
  if (levels > 1)
    descend(levels - 1);
  else
    start();
}

int main(int argc, char** argv) {
  initialize();
  work();
  if (argc > 1)
    descend(atoi(argv[1]));
  else
    solve();
  work();
  return 0;
}
