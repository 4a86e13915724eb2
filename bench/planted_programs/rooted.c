// SPDX-License-Identifier: BSD-3-Clause
// In each step the root prepares something for all (MPI_Bcast, or MPI_Scatter with `scatter`), all
// compute, and the root collects it (MPI_Gather, or MPI_Reduce with `reduce`) and evaluates it.
#include <mpi.h>

#include "planted.h"

enum { kMostRanks = 64 };

static void prepare(int base) { work("prepare", base / 4); }

static void compute(int base) { work("compute", base); }

static void evaluate(int base) { work("evaluate", base / 4); }

static void deal_out(double* all, double* mine) {
  if (given("scatter"))
    MPI_Scatter(all, 1, MPI_DOUBLE, mine, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  else
    MPI_Bcast(mine, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void collect(double* all, double* mine) {
  if (given("reduce"))
    MPI_Reduce(mine, all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  else
    MPI_Gather(mine, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

int main(int arguments, char** argument) {
  start(arguments, argument);
  const int steps = number("steps", 20), base = number("base", 10000);
  double all[kMostRanks] = {0}, mine = 0;
  for (planted.step = 0; planted.step < steps; ++planted.step) {
    if (planted.rank == 0) prepare(base);
    deal_out(all, &mine);
    compute(base);
    collect(all, &mine);
    if (planted.rank == 0) evaluate(base);
  }
  MPI_Finalize();
  return 0;
}
