// SPDX-License-Identifier: BSD-3-Clause
// Goes on behind MPI_Finalize: a thread from before, threads and teams that are new, handlers at
// exit, and functions that were never called until then.
//   quick   rank 0 leaves by _exit(), without a word
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int beats = 0;
static atomic_bool is_over = false;

static void beat(void) {
  atomic_fetch_add(&beats, 1);
  usleep(50);
}

static void wait_for_beats(int more) {
  for (const int end = atomic_load(&beats) + more; atomic_load(&beats) < end;) usleep(20);
}

static void new_work(int depth) {
  if (depth > 0) new_work(depth - 1);
}

static void* heart(void* nothing) {
  while (!atomic_load(&is_over)) beat();
  new_work(2);
  return nothing;
}

static void at_the_end(void) { new_work(1); }

static void team(int rounds) {
#pragma omp parallel for
  for (int i = 0; i < rounds; ++i) usleep(10);
}

int main(int argc, char** argv) {
  int rank, level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  atexit(at_the_end);
  pthread_t before, behind;
  pthread_create(&before, NULL, heart, NULL);
  if (rank % 2 == 0) team(20);  // the first of the other ranks comes later
  for (int i = 0; i < 1000; ++i) MPI_Barrier(MPI_COMM_SELF);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  wait_for_beats(5);
  team(10);
  new_work(5);
  pthread_create(&behind, NULL, heart, NULL);
  wait_for_beats(5);
  atomic_store(&is_over, true);
  pthread_join(before, NULL);
  pthread_join(behind, NULL);
  if (rank == 0 && argc > 1 && strcmp(argv[1], "quick") == 0) _exit(0);
  return 0;
}
