// SPDX-License-Identifier: BSD-3-Clause
// Makes communicators in as great a number as asked, a few at a time, and uses each; or sends
// messages without end in sight. arguments: communicators N | messages N
#include <stdlib.h>
#include <string.h>

#include "mpi_expect.h"

static int rank, ranks;

static void communicators(long n) {
  for (long i = 0; i < n; ++i) {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
  }
}

static void messages(long n) {
  const int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  for (long i = 0; i < n; ++i) {
    int value = -1;
    MPI_Sendrecv(&rank, 1, MPI_INT, next, 1, &value, 1, MPI_INT, before, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    EXPECT(value == before);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc > 2 && strcmp(argv[1], "communicators") == 0) communicators(atol(argv[2]));
  if (argc > 2 && strcmp(argv[1], "messages") == 0) messages(atol(argv[2]));
  MPI_Finalize();
  if (rank == 0) printf("done\n");
  return 0;
}
