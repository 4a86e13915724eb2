// SPDX-License-Identifier: BSD-3-Clause
// rt_signals CALLS: calls a function while a timer's handler calls others, and so interrupts the
// recording of events anywhere. Ends after that many calls and at least 200 signals; prints how
// many calls of which function there were.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

static volatile sig_atomic_t signals;
static volatile long steps;

static void inner(void) { ++signals; }
static void middle(void) { inner(); }
static void on_timer(int number) {
  (void)number;
  middle();
}
static void step(void) { ++steps; }

int main(int argc, char** argv) {
  const long calls = argc > 1 ? atol(argv[1]) : 1;
  struct sigaction action = {.sa_handler = on_timer, .sa_flags = SA_RESTART};
  sigaction(SIGALRM, &action, NULL);
  const struct itimerval often = {{0, 50}, {0, 50}};
  const struct itimerval never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &often, NULL);
  while (steps < calls || signals < 200) step();
  setitimer(ITIMER_REAL, &never, NULL);
  printf("%ld %ld\n", steps, (long)signals);
  return 0;
}
