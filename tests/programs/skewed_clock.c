// SPDX-License-Identifier: BSD-3-Clause
// Preloaded into the processes of an MPI program, this library makes their clocks differ as if each
// had a host of its own: a test knows by how much, and compares that with what was measured.
// Variables, all with one number per rank and commas between them:
//   SKEWED_CLOCK_AHEAD_NS   by how much the clock is ahead at SKEWED_CLOCK_ZERO_NS
//   SKEWED_CLOCK_PPM        its drift from then on
//   SKEWED_CLOCK_LATER_PPM  its drift from SKEWED_CLOCK_STEP_NS on
// SKEWED_CLOCK_ZERO_NS and SKEWED_CLOCK_STEP_NS are moments of CLOCK_MONOTONIC_RAW. Without a rank,
// the clocks stay as they are. It is a part of the tests and never installed.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int64_t ahead, zero, step = INT64_MAX;
static double drift, later_drift;

// Returns the number of this rank, or 0.
static double number_of(const char* variable, int rank) {
  const char* text = getenv(variable);
  for (; text != NULL && rank > 0; --rank) {
    while (*text != '\0' && *text != ',') ++text;
    text = *text == ',' ? text + 1 : NULL;
  }
  return text == NULL ? 0 : atof(text);
}

__attribute__((constructor)) static void begin(void) {
  const char* rank = getenv("OMPI_COMM_WORLD_RANK");
  if (rank == NULL) rank = getenv("PMI_RANK");
  if (rank == NULL || getenv("SKEWED_CLOCK_ZERO_NS") == NULL) return;
  zero = atoll(getenv("SKEWED_CLOCK_ZERO_NS"));
  if (getenv("SKEWED_CLOCK_STEP_NS") != NULL) step = atoll(getenv("SKEWED_CLOCK_STEP_NS"));
  ahead = (int64_t)number_of("SKEWED_CLOCK_AHEAD_NS", atoi(rank));
  drift = number_of("SKEWED_CLOCK_PPM", atoi(rank)) * 1e-6;
  later_drift = number_of("SKEWED_CLOCK_LATER_PPM", atoi(rank)) * 1e-6;
}

static int64_t nanoseconds(const struct timespec* time) {
  return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

int clock_gettime(clockid_t clock, struct timespec* time) {
  const int error = (int)syscall(SYS_clock_gettime, clock, time);
  if (error != 0 || (ahead == 0 && drift == 0 && later_drift == 0)) return error;
  if (clock != CLOCK_MONOTONIC && clock != CLOCK_MONOTONIC_RAW && clock != CLOCK_REALTIME) return 0;
  struct timespec raw = *time;
  if (clock != CLOCK_MONOTONIC_RAW) syscall(SYS_clock_gettime, CLOCK_MONOTONIC_RAW, &raw);
  const int64_t now = nanoseconds(&raw);
  const double before = (double)((now < step ? now : step) - zero);
  const double after = now < step ? 0 : (double)(now - step);
  const int64_t skewed =
      nanoseconds(time) + ahead + (int64_t)(before * drift) + (int64_t)(after * later_drift);
  time->tv_sec = skewed / 1000000000;
  time->tv_nsec = skewed % 1000000000;
  return 0;
}
