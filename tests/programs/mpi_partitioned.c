// SPDX-License-Identifier: BSD-3-Clause
// Partitioned messages around a ring, started several times: partitions become ready one by one, as
// a range and from a list; the receiver has partitions of another size.
#include "mpi_expect.h"

enum { kPartitions = 4, kEach = 3, kRounds = 3 };

static void make_ready(MPI_Request request, int round) {
  int some[] = {3, 0};
  switch (round) {
    case 0:
      for (int i = 0; i < kPartitions; ++i) MPI_Pready(kPartitions - 1 - i, request);
      break;
    case 1:
      MPI_Pready_range(0, kPartitions - 1, request);
      break;
    default:
      MPI_Pready_list(2, some, request);
      MPI_Pready_range(1, 2, request);
  }
}

int main(int argc, char** argv) {
  int rank, ranks, flag = 0, sent[kPartitions * kEach], received[kPartitions * kEach];
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  MPI_Psend_init(sent, kPartitions, kEach, MPI_INT, next, 5, MPI_COMM_WORLD, MPI_INFO_NULL,
                 &requests[0]);
  MPI_Precv_init(received, 2, kPartitions * kEach / 2, MPI_INT, before, 5, MPI_COMM_WORLD,
                 MPI_INFO_NULL, &requests[1]);
  for (int round = 0; round < kRounds; ++round) {
    for (int i = 0; i < kPartitions * kEach; ++i) sent[i] = 100 * rank + 10 * round + i;
    MPI_Startall(2, requests);
    make_ready(requests[0], round);
    if (round == 1) MPI_Parrived(requests[1], 1, &flag);  // it may have arrived, or not
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < kPartitions * kEach; ++i)
      EXPECT(received[i] == 100 * before + 10 * round + i);
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  MPI_Finalize();
  return 0;
}
