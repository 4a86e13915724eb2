// SPDX-License-Identifier: BSD-3-Clause
// Probes, and messages received through a matched probe.
#include "mpi_expect.h"

int main(int argc, char** argv) {
  int rank, ranks, value[2] = {0}, flag = 0, count = 0;
  MPI_Message message;
  MPI_Request request, send;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  const int sent[2] = {rank, -rank};

  MPI_Isend(sent, 2, MPI_INT, next, 1, MPI_COMM_WORLD, &send);
  MPI_Probe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  EXPECT(count == 2 && status.MPI_SOURCE == before);
  MPI_Recv(value, 2, MPI_INT, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  EXPECT(value[0] == before && value[1] == -before);

  MPI_Isend(sent, 1, MPI_INT, next, 2, MPI_COMM_WORLD, &send);
  while (!flag) MPI_Iprobe(before, 2, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  MPI_Mprobe(before, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
  EXPECT(status.MPI_TAG == 2);
  MPI_Mrecv(value, 2, MPI_INT, &message, MPI_STATUS_IGNORE);
  EXPECT(message == MPI_MESSAGE_NULL && value[0] == before);
  MPI_Wait(&send, MPI_STATUS_IGNORE);

  MPI_Isend(sent + 1, 1, MPI_INT, next, 3, MPI_COMM_WORLD, &send);
  for (flag = 0; !flag;) MPI_Improbe(before, 3, MPI_COMM_WORLD, &flag, &message, &status);
  MPI_Imrecv(value, 2, MPI_INT, &message, &request);
  MPI_Wait(&request, &status);
  EXPECT(value[0] == -before && status.MPI_SOURCE == before);
  MPI_Wait(&send, MPI_STATUS_IGNORE);

  MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, &status);
  EXPECT(message == MPI_MESSAGE_NO_PROC);
  MPI_Mrecv(value, 2, MPI_INT, &message, &status);
  EXPECT(status.MPI_SOURCE == MPI_PROC_NULL);
  MPI_Finalize();
  return 0;
}
