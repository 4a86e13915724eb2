// SPDX-License-Identifier: BSD-3-Clause
// Pauses the recording with MPI_Pcontrol while requests are open and a communicator is made.
#include "mpi_expect.h"

static int rank, ranks, next, before;

static void paused(void) {
  int first = -1, second = -1;
  MPI_Comm comm;
  MPI_Request requests[2];
  // Started before, completed within the pause, and the other way round.
  MPI_Irecv(&first, 1, MPI_INT, before, 6, MPI_COMM_WORLD, &requests[0]);
  MPI_Pcontrol(0);
  MPI_Send(&rank, 1, MPI_INT, next, 6, MPI_COMM_WORLD);
  MPI_Irecv(&second, 1, MPI_INT, before, 7, MPI_COMM_WORLD, &requests[1]);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Pcontrol(1);
  MPI_Send(&rank, 1, MPI_INT, next, 7, MPI_COMM_WORLD);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  EXPECT(first == before && second == before);
  MPI_Barrier(comm);
  MPI_Comm_free(&comm);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  next = (rank + 1) % ranks;
  before = (rank + ranks - 1) % ranks;
  paused();
  MPI_Finalize();
  return 0;
}
