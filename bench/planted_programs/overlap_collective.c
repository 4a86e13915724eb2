// SPDX-License-Identifier: BSD-3-Clause
// A non-blocking collective operation (MPI_Iallreduce, or another that an argument names) behind
// which ranks compute.
#include <mpi.h>

#include "planted.h"

enum { kMostRanks = 64, kCount = 16 };

static void prepare(int base) { work("prepare", base); }

static void overlapped(int base) { work("overlapped", base); }

static void begin(MPI_Request* request) {
  static double mine[kMostRanks * kCount], all[kMostRanks * kCount];
  if (given("ibarrier"))
    MPI_Ibarrier(MPI_COMM_WORLD, request);
  else if (given("ibcast"))
    MPI_Ibcast(mine, kCount, MPI_DOUBLE, 0, MPI_COMM_WORLD, request);
  else if (given("ialltoall"))
    MPI_Ialltoall(mine, kCount, MPI_DOUBLE, all, kCount, MPI_DOUBLE, MPI_COMM_WORLD, request);
  else
    MPI_Iallreduce(mine, all, kCount, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, request);
}

int main(int arguments, char** argument) {
  start(arguments, argument);
  const int steps = number("steps", 20), base = number("base", 8000);
  for (planted.step = 0; planted.step < steps; ++planted.step) {
    MPI_Request request;
    prepare(base);
    begin(&request);
    overlapped(base);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
