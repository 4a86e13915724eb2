// SPDX-License-Identifier: BSD-3-Clause
// Work and delays of the programs that bench/planted runs. Both are slept, so two cores are enough
// for eight ranks. A run without its delay is the same program with one argument less.
//
//   program [KEY=NUMBER ...] [delay=PLACE:RANKS:MICROSECONDS[:STEPS[:THREAD]] ...]
//
// RANKS is `2`, `0-3`, `1,4-6`, `all`, or `wander` (the rank is the step modulo the number of
// ranks).
// STEPS is `20` or `30-39` (all if missing), `0-39/4` for every fourth, `*` for all. The time may
// be negative.
#pragma once
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

// Hidden from call paths: a delay lies in the function that calls.
#define PLANTED_HIDDEN static __attribute__((no_instrument_function, unused))

enum { kMostDelays = 8, kAnyThread = -1 };

struct Delay {
  char place[64];
  char ranks[64];
  char steps[32];
  long microseconds;
  int thread;
};

static struct {
  int rank, ranks, step;
  int arguments;
  char** argument;
  int delays;
  struct Delay delay[kMostDelays];
} planted;

PLANTED_HIDDEN void add_delay(const char* text) {
  struct Delay* const delay = &planted.delay[planted.delays];
  strcpy(delay->steps, "*");
  delay->thread = kAnyThread;
  if (planted.delays == kMostDelays ||
      sscanf(text, "%63[^:]:%63[^:]:%ld:%31[^:]:%d", delay->place, delay->ranks,
             &delay->microseconds, delay->steps, &delay->thread) < 3) {
    fprintf(stderr, "not a delay: %s\n", text);
    exit(2);
  }
  ++planted.delays;
}

PLANTED_HIDDEN void parse_arguments(int arguments, char** argument) {
  prctl(PR_SET_TIMERSLACK, 1UL);
  planted.arguments = arguments;
  planted.argument = argument;
  for (int i = 1; i < arguments; ++i)
    if (strncmp(argument[i], "delay=", 6) == 0) add_delay(argument[i] + 6);
}

// Returns the number given as `key=...` on the command line.
PLANTED_HIDDEN int number(const char* key, int otherwise) {
  const size_t length = strlen(key);
  for (int i = 1; i < planted.arguments; ++i)
    if (strncmp(planted.argument[i], key, length) == 0 && planted.argument[i][length] == '=')
      return atoi(planted.argument[i] + length + 1);
  return otherwise;
}

// Returns whether the command line has `word`.
PLANTED_HIDDEN int given(const char* word) {
  for (int i = 1; i < planted.arguments; ++i)
    if (strcmp(planted.argument[i], word) == 0) return 1;
  return 0;
}

// Returns whether `value` is in a list such as `1,4-6` or `0-39/4`.
PLANTED_HIDDEN int listed(const char* list, int value) {
  while (*list != '\0') {
    char* end;
    const long first = strtol(list, &end, 10);
    const long last = *end == '-' ? strtol(end + 1, &end, 10) : first;
    const long every = *end == '/' ? strtol(end + 1, &end, 10) : 1;
    if (value >= first && value <= last && (value - first) % every == 0) return 1;
    if (*end != ',') return 0;
    list = end + 1;
  }
  return 0;
}

PLANTED_HIDDEN int is_delayed(const struct Delay* delay, const char* place, int step, int thread) {
  if (strcmp(delay->place, place) != 0) return 0;
  if (delay->thread != kAnyThread && delay->thread != thread) return 0;
  if (strcmp(delay->steps, "*") != 0 && strcmp(delay->steps, "grow") != 0 &&
      !listed(delay->steps, step))
    return 0;
  if (strcmp(delay->ranks, "all") == 0) return 1;
  if (strcmp(delay->ranks, "wander") == 0) return step % planted.ranks == planted.rank;
  return listed(delay->ranks, planted.rank);
}

PLANTED_HIDDEN long delay_of(const char* place, int step, int thread) {
  long microseconds = 0;
  for (const struct Delay* each = planted.delay; each < planted.delay + planted.delays; ++each)
    if (is_delayed(each, place, step, thread))
      microseconds += each->microseconds * (strcmp(each->steps, "grow") == 0 ? step : 1);
  return microseconds;
}

PLANTED_HIDDEN void sleep_for(long microseconds) {
  struct timespec rest = {microseconds / 1000000, microseconds % 1000000 * 1000};
  if (microseconds <= 0) return;
  while (clock_nanosleep(CLOCK_MONOTONIC, 0, &rest, &rest) == EINTR) {
  }
}

// The work of the calling function: `microseconds`, and the delays planted at `place`.
PLANTED_HIDDEN void work_of_thread(const char* place, long microseconds, int thread) {
  sleep_for(microseconds + delay_of(place, planted.step, thread));
}

PLANTED_HIDDEN void work(const char* place, long microseconds) {
  work_of_thread(place, microseconds, 0);
}

#ifdef MPI_VERSION
// Begins MPI and lets all ranks start together.
PLANTED_HIDDEN void start(int arguments, char** argument) {
  parse_arguments(arguments, argument);
  MPI_Init(&arguments, &argument);
  MPI_Comm_rank(MPI_COMM_WORLD, &planted.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &planted.ranks);
  MPI_Barrier(MPI_COMM_WORLD);
}
#endif
