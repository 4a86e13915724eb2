// SPDX-License-Identifier: BSD-3-Clause
// Persistent requests: started several times, alone and together, waited for while inactive, freed.
#include "mpi_expect.h"

int main(int argc, char** argv) {
  int rank, ranks, sent[2], received[2], flag = 0;
  char space[1024 + MPI_BSEND_OVERHEAD];
  void* detached;
  MPI_Request requests[5];
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  MPI_Buffer_attach(space, sizeof space);
  MPI_Recv_init(&received[0], 1, MPI_INT, before, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv_init(&received[1], 1, MPI_INT, before, 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Send_init(&sent[0], 1, MPI_INT, next, 1, MPI_COMM_WORLD, &requests[2]);
  MPI_Bsend_init(&sent[1], 1, MPI_INT, next, 2, MPI_COMM_WORLD, &requests[3]);
  MPI_Send_init(&sent[1], 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &requests[4]);
  MPI_Wait(&requests[0], &status);  // inactive: returns at once
  EXPECT(requests[0] != MPI_REQUEST_NULL);
  for (int round = 0; round < 3; ++round) {
    sent[0] = 10 * rank + round;
    sent[1] = -sent[0];
    if (round == 0) {
      for (int i = 0; i < 5; ++i) MPI_Start(&requests[i]);
    } else {
      MPI_Startall(5, requests);
    }
    if (round == 1) {
      for (int i = 0; i < 5; ++i) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    } else {
      MPI_Waitall(5, requests, MPI_STATUSES_IGNORE);
    }
    EXPECT(received[0] == 10 * before + round && received[1] == -received[0]);
  }
  MPI_Testall(5, requests, &flag, MPI_STATUSES_IGNORE);
  EXPECT(flag);
  for (int i = 0; i < 5; ++i) MPI_Request_free(&requests[i]);
  MPI_Buffer_detach(&detached, &flag);
  MPI_Finalize();
  return 0;
}
