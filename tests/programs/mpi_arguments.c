// SPDX-License-Identifier: BSD-3-Clause
// Checks arguments of calls: receives from anybody with any tag, blocking, posted and persistent;
// datatypes of the library and of the program; one function called from two places. It is not
// instrumented. It needs at least two ranks.
#include "mpi_expect.h"

enum { kRounds = 3 };

static void from_two_places(int rank, int ranks) {
  int value = rank;
  for (int round = 0; round < kRounds; ++round) {
    if (rank == 0) {
      for (int i = 1; i < ranks; ++i) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      }
      continue;
    }
    MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);  // the first place
    MPI_Send(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);  // the second place
  }
}

// Rows of a matrix with a gap between their elements.
static void around_a_ring(int rank, int ranks) {
  double sent[40], received[20];
  MPI_Datatype row;
  MPI_Request requests[2];
  const int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  for (int i = 0; i < 40; ++i) sent[i] = rank;
  MPI_Type_vector(10, 1, 2, MPI_DOUBLE, &row);
  MPI_Type_commit(&row);
  MPI_Irecv(received, 20, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(sent, 2, row, next, 3, MPI_COMM_WORLD, &requests[1]);
  MPI_Type_free(&row);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  EXPECT(received[19] == before);

  MPI_Recv_init(received, 4, MPI_DOUBLE, before, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_init(sent, 4, MPI_DOUBLE, next, 4, MPI_COMM_WORLD, &requests[1]);
  for (int round = 0; round < kRounds; ++round) {
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
}

static void together(int rank, int ranks) {
  int* const values = malloc((size_t)ranks * sizeof(int));
  long sum = rank;
  MPI_Request request;
  for (int i = 0; i < ranks; ++i) values[i] = rank;
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, values, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Iallreduce(MPI_IN_PLACE, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT(sum == (long)ranks * (ranks - 1) / 2);
  MPI_Barrier(MPI_COMM_WORLD);
  free(values);
}

int main(int argc, char** argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  from_two_places(rank, ranks);
  MPI_Barrier(MPI_COMM_WORLD);
  around_a_ring(rank, ranks);
  together(rank, ranks);
  MPI_Finalize();
  return 0;
}
