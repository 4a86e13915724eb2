// SPDX-License-Identifier: BSD-3-Clause
// Non-blocking calls that send one message and receive another one, with one request for both.
#include "mpi_expect.h"

int main(int argc, char** argv) {
  int rank, ranks, sent, received = -1, both;
  MPI_Request request;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  sent = rank;
  MPI_Isendrecv(&sent, 1, MPI_INT, next, 1, &received, 1, MPI_INT, before, 1, MPI_COMM_WORLD,
                &request);
  MPI_Wait(&request, &status);
  EXPECT(received == before && request == MPI_REQUEST_NULL);
  both = rank;
  MPI_Isendrecv_replace(&both, 1, MPI_INT, next, 2, before, 2, MPI_COMM_WORLD, &request);
  MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
  EXPECT(both == before);
  MPI_Finalize();
  return 0;
}
