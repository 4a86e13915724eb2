// SPDX-License-Identifier: BSD-3-Clause
// A function computes and another one calls MPI, in turn: only the latter is ever on the stack of a
// call.
#include <mpi.h>

static __attribute__((noinline)) void work(void) {
  for (volatile int i = 0; i < 1000000; ++i) {
  }
}

static __attribute__((noinline)) double reduce(double value) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return value;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  double value = 1.0;
  for (int i = 0; i < 20; ++i) {
    work();
    value = reduce(value);
  }
  MPI_Finalize();
  return value > 0.0 ? 0 : 1;
}
