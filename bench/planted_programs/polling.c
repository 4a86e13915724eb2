// SPDX-License-Identifier: BSD-3-Clause
// A ring of ranks that repeatedly ask whether their neighbor's message is there: with MPI_Test, or
// with MPI_Iprobe if an argument says so.
#include <mpi.h>

#include "planted.h"

static void compute(int base) { work("compute", base); }

static void test_until_there(int left, double* value) {
  MPI_Request request;
  MPI_Irecv(value, 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &request);
  for (int there = 0; !there;) {
    MPI_Test(&request, &there, MPI_STATUS_IGNORE);
    if (!there) sleep_for(100);
  }
}

static void probe_until_there(int left, double* value) {
  for (int there = 0; !there;) {
    MPI_Iprobe(left, 1, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    if (!there) sleep_for(100);
  }
  MPI_Recv(value, 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int arguments, char** argument) {
  start(arguments, argument);
  const int steps = number("steps", 20), base = number("base", 10000);
  const int left = (planted.rank + planted.ranks - 1) % planted.ranks,
            right = (planted.rank + 1) % planted.ranks;
  double mine = 1, theirs;
  for (planted.step = 0; planted.step < steps; ++planted.step) {
    MPI_Request request;
    compute(base);
    MPI_Isend(&mine, 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &request);
    if (given("iprobe"))
      probe_until_there(left, &theirs);
    else
      test_until_there(left, &theirs);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
