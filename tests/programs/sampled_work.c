/* SPDX-License-Identifier: BSD-3-Clause
 * Functions that call no MPI, between barriers. On rank 1 `relax` takes three times as long as
 * elsewhere. It sleeps, so that few cores do not matter. */
#include <mpi.h>
#include <time.h>

enum { STEPS = 120, MS = 1000000 };

static volatile double sink;

static void rest(long ns) {
  struct timespec time = {0, ns};
  nanosleep(&time, 0);
}

__attribute__((noinline)) static void prepare(void) {
  rest(3 * MS);
  sink += 1;
}

__attribute__((noinline)) static void relax(int is_slow) {
  rest(is_slow ? 12 * MS : 4 * MS);
  sink += 2;
}

__attribute__((noinline)) static void step(int is_slow) {
  prepare();
  relax(is_slow);
  MPI_Barrier(MPI_COMM_WORLD);
  sink += 3; /* the call is not the last thing that it does */
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int is_slow = rank == 1;
  for (int i = 0; i < STEPS; ++i) step(is_slow);
  MPI_Finalize();
  return 0;
}
