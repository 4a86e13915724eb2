// SPDX-License-Identifier: BSD-3-Clause
// Makes communicators in as great a number as asked, a few at a time, and uses each; or sends
// messages without end in sight; or all kinds of operations, of which rank 0 records more than the
// others. arguments: communicators N | messages N | uneven N
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

// The receive of the next step is posted, and a collective operation under way, wherever it ends.
static void uneven(long n) {
  const int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  int values[2] = {-1, -1}, found, sum;
  MPI_Comm comm;
  MPI_Request receives[2], others[2];
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Irecv(&values[0], 1, MPI_INT, MPI_ANY_SOURCE, 1, comm, &receives[0]);
  for (long i = 0; i < n; ++i) {
    const int now = (int)(i % 2);
    MPI_Ibarrier(comm, &others[0]);
    MPI_Irecv(&values[1 - now], 1, MPI_INT, MPI_ANY_SOURCE, 1, comm, &receives[1 - now]);
    MPI_Isend(&rank, 1, MPI_INT, next, 1, comm, &others[1]);
    MPI_Wait(&receives[now], MPI_STATUS_IGNORE);
    EXPECT(values[now] == before);
    for (int more = 0; rank == 0 && more < 4; ++more)
      MPI_Iprobe(MPI_ANY_SOURCE, 2, comm, &found, MPI_STATUS_IGNORE);
    MPI_Waitall(2, others, MPI_STATUSES_IGNORE);
    if (i % 8 == 0) MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  MPI_Cancel(&receives[n % 2]);
  MPI_Wait(&receives[n % 2], MPI_STATUS_IGNORE);
  MPI_Comm_free(&comm);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc > 2 && strcmp(argv[1], "communicators") == 0) communicators(atol(argv[2]));
  if (argc > 2 && strcmp(argv[1], "messages") == 0) messages(atol(argv[2]));
  if (argc > 2 && strcmp(argv[1], "uneven") == 0) uneven(atol(argv[2]));
  MPI_Finalize();
  if (rank == 0) printf("done\n");
  return 0;
}
