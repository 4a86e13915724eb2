// SPDX-License-Identifier: BSD-3-Clause
// A ring of messages inside functions and inside a user region, for `tarry instrument`.
#include <mpi.h>
#include <tarry/tarry.h>

static int pass_on(int value, int rank, int ranks) {
  int received = value;
  MPI_Sendrecv(&value, 1, MPI_INT, (rank + 1) % ranks, 0, &received, 1, MPI_INT,
               (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return received;
}

int main(int argc, char** argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int value = rank;
  TARRY_REGION_BEGIN("the ring");
  for (int i = 0; i < ranks; ++i) value = pass_on(value, rank, ranks);
  TARRY_REGION_END("the ring");
  MPI_Finalize();
  return value == rank ? 0 : 1;
}
