// SPDX-License-Identifier: BSD-3-Clause
// Threads that compute for a time each, and say what the system counts for them meanwhile: how long
// they were ready and had no core. With MPI each process has one; they meet after each tenth of it.
// usage: lost_cores THREADS SECONDS
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#ifdef WITH_MPI
#include <mpi.h>
#endif

enum { PARTS = 10, MOST = 64 };

static double seconds;
static int rank;
static unsigned long long lost_ns[MOST];

__attribute__((no_instrument_function)) static unsigned long long run_delay(void) {
  unsigned long long ran = 0, waited = 0;
  FILE* const file = fopen("/proc/thread-self/schedstat", "r");
  if (file == NULL || fscanf(file, "%llu %llu", &ran, &waited) != 2) exit(77);
  fclose(file);
  return waited;
}

__attribute__((no_instrument_function)) static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

__attribute__((noinline)) static double compute(double until) {
  volatile double sum = 0;
  while (now() < until)
    for (int i = 0; i < 1000; ++i) sum += i;
  return sum;
}

static void* work(void* number) {
  const unsigned long long before = run_delay();
  for (int part = 0; part < PARTS; ++part) {
    compute(now() + seconds / PARTS);
#ifdef WITH_MPI
    MPI_Barrier(MPI_COMM_WORLD);
#endif
  }
  lost_ns[(intptr_t)number] = run_delay() - before;
  return NULL;
}

int main(int argc, char** argv) {
  int threads = argc > 1 ? atoi(argv[1]) : 2;
  seconds = argc > 2 ? atof(argv[2]) : 1;
  if (threads > MOST) return 2;
#ifdef WITH_MPI
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  threads = 1;
  work((void*)0);
#else
  pthread_t made[MOST];
  for (intptr_t i = 0; i < threads; ++i) pthread_create(&made[i], NULL, work, (void*)i);
  for (int i = 0; i < threads; ++i) pthread_join(made[i], NULL);
#endif
  char line[MOST * 40];
  int length = 0;
  for (int i = 0; i < threads; ++i)
    length += snprintf(line + length, sizeof line - (size_t)length, "%d %d %.9f\n", rank, i,
                       1e-9 * (double)lost_ns[i]);
  if (write(1, line, (size_t)length) != length) return 1;
#ifdef WITH_MPI
  MPI_Finalize();
#endif
  return 0;
}
