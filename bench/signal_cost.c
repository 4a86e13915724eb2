// SPDX-License-Identifier: BSD-3-Clause
// Measures the cost of a timer's signal whose handler does nothing: the part of a sample that the
// sampler cannot see. Runs short pieces of work with and without the timer in turn; prints the
// difference of the medians of their processor times, in microseconds per signal.
//   signal_cost [PIECES [PERIOD_US]]
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { kMostPieces = 100000 };

static volatile unsigned sink;
static volatile sig_atomic_t signals;
static double with[kMostPieces], without[kMostPieces];

static void on_signal(int signal) {
  (void)signal;
  ++signals;
}

static double now_us(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

static double piece_us(void) {
  const double begin = now_us();
  for (int i = 0; i < 1000000; ++i) sink = sink + 1;
  return now_us() - begin;
}

static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double median(double* values, int count) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  return values[count / 2];
}

// Handler and timer are as the sampler makes them.
static int make_timer(timer_t* timer) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART | SA_ONSTACK};
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMAX - 3};
  sigfillset(&action.sa_mask);
  return sigaction(SIGRTMAX - 3, &action, NULL) == 0 &&
         timer_create(CLOCK_MONOTONIC, &event, timer) == 0;
}

int main(int argc, char** argv) {
  const int pieces = argc > 1 ? atoi(argv[1]) : 1000;
  const long period_us = argc > 2 ? atol(argv[2]) : 100;
  if (pieces < 1 || pieces > kMostPieces || period_us < 1 || period_us > 999999) {
    fprintf(stderr, "usage: signal_cost [PIECES [PERIOD_US]]\n");
    return 2;
  }
  timer_t timer;
  if (!make_timer(&timer)) {
    fprintf(stderr, "signal_cost: no timer\n");
    return 1;
  }
  const struct timespec period = {.tv_sec = 0, .tv_nsec = period_us * 1000};
  const struct itimerspec on = {period, period}, off = {{0, 0}, {0, 0}};
  for (int i = 0; i < pieces; ++i) {
    timer_settime(timer, 0, &on, NULL);
    with[i] = piece_us();
    timer_settime(timer, 0, &off, NULL);
    without[i] = piece_us();
  }
  if (signals == 0) return 1;
  printf("%.3f\n",
         (median(with, pieces) - median(without, pieces)) * (double)pieces / (double)signals);
  return 0;
}
