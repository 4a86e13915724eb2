// SPDX-License-Identifier: BSD-3-Clause
// Every blocking form of point-to-point communication around a ring, MPI_PROC_NULL and wildcards.
// Rank 0 sends first; alone, it talks to itself through MPI_Sendrecv only.
#include "mpi_expect.h"

static int rank, ranks, next, before;

typedef int (*Send)(const void*, COUNT, MPI_Datatype, int, int, MPI_Comm);

static void pass_on(Send send, int tag, int elements) {
  double values[8] = {0};
  MPI_Status status;
  int count = -1;
  for (int i = 0; i < elements; ++i) values[i] = rank + i;
  if (rank == 0) send(values, elements, MPI_DOUBLE, next, tag, MPI_COMM_WORLD);
  MPI_Recv(values, 8, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  EXPECT(status.MPI_SOURCE == before && status.MPI_TAG == tag);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  EXPECT(count == elements);
  for (int i = 0; i < elements; ++i) EXPECT(values[i] == before + i);
  for (int i = 0; i < elements; ++i) values[i] = rank + i;
  if (rank != 0) send(values, elements, MPI_DOUBLE, next, tag, MPI_COMM_WORLD);
}

static void ready_send(void) {
  double value = 1.5, received = 0;
  MPI_Request request;
  MPI_Irecv(&received, 1, MPI_DOUBLE, before, 4, MPI_COMM_WORLD, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Rsend(&value, 1, MPI_DOUBLE, next, 4, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT(received == 1.5);
}

static void exchange(void) {
  int sent = rank, received = -1;
  MPI_Status status;
  MPI_Sendrecv(&sent, 1, MPI_INT, next, 5, &received, 1, MPI_INT, before, 5, MPI_COMM_WORLD,
               &status);
  EXPECT(received == before && status.MPI_SOURCE == before);
  MPI_Sendrecv_replace(&sent, 1, MPI_INT, next, 6, before, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT(sent == before);
  // The ends of an open chain.
  const int up = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  const int down = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  received = -1;
  MPI_Sendrecv(&rank, 1, MPI_INT, up, 7, &received, 1, MPI_INT, down, 7, MPI_COMM_WORLD, &status);
  EXPECT(received == (rank > 0 ? rank - 1 : -1));
  EXPECT(status.MPI_SOURCE == down);
}

static void nobody(void) {
  int value = 42;
  MPI_Status status;
  MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 8, MPI_COMM_WORLD);
  MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 8, MPI_COMM_WORLD, &status);
  EXPECT(value == 42 && status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
  MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
  static char space[1024 + MPI_BSEND_OVERHEAD];
  void* detached;
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  next = (rank + 1) % ranks;
  before = (rank + ranks - 1) % ranks;
  MPI_Buffer_attach(space, sizeof space);
  if (ranks > 1) {
    pass_on(MPI_Send, 1, 3);
    pass_on(MPI_Ssend, 2, 0);
    pass_on(MPI_Bsend, 3, 8);
  }
  ready_send();
  exchange();
  nobody();
  MPI_Buffer_detach(&detached, &size);
  EXPECT(detached == space && size == (int)sizeof space);
  MPI_Finalize();
  return 0;
}
