// SPDX-License-Identifier: BSD-3-Clause
// Each step calls two functions, and then all ranks meet in MPI_Allreduce, or in another operation
// that an argument names. With `twice` they also meet between the two functions.
#include <mpi.h>

#include "planted.h"

static void compute(int base) { work("compute", base); }

static void update(int base) { work("update", base / 2); }

static void meet(void) {
  double mine = planted.step, all[64];
  if (given("barrier"))
    MPI_Barrier(MPI_COMM_WORLD);
  else if (given("allgather"))
    MPI_Allgather(&mine, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, MPI_COMM_WORLD);
  else
    MPI_Allreduce(&mine, all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

int main(int arguments, char** argument) {
  start(arguments, argument);
  const int steps = number("steps", 20), base = number("base", 10000), twice = given("twice");
  for (planted.step = 0; planted.step < steps; ++planted.step) {
    compute(base);
    if (twice) meet();
    update(base);
    meet();
  }
  MPI_Finalize();
  return 0;
}
