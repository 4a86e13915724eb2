// SPDX-License-Identifier: BSD-3-Clause
// A call of MPI two functions below main, nothing else: a program that shows nothing to others.
#include <mpi.h>

enum { kSteps = 20 };

static volatile int kept;

__attribute__((noinline)) static void meet(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  ++kept;
}

__attribute__((noinline)) static void step(void) {
  meet();
  ++kept;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < kSteps; ++i) step();
  MPI_Finalize();
  return 0;
}
