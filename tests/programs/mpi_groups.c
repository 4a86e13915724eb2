// SPDX-License-Identifier: BSD-3-Clause
// Calls of every group of `tarry record --mpi-groups`. One call completes requests of messages and
// of a collective operation; communicators are made that later calls use.
#include <stdio.h>

#include "mpi_expect.h"

static int rank, ranks, next, before;

static void messages(MPI_Comm comm) {
  int value = -1, other = -1;
  MPI_Request requests[2];
  MPI_Sendrecv(&rank, 1, MPI_INT, next, 1, &value, 1, MPI_INT, before, 1, comm, MPI_STATUS_IGNORE);
  EXPECT(value == before);
  MPI_Irecv(&other, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &requests[0]);
  MPI_Isend(&rank, 1, MPI_INT, next, 2, comm, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  EXPECT(other == before);
  MPI_Recv_init(&value, 1, MPI_INT, before, 3, comm, &requests[0]);
  MPI_Send_init(&rank, 1, MPI_INT, next, 3, comm, &requests[1]);
  MPI_Startall(2, requests);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
}

static void collectives(MPI_Comm comm) {
  int sum = 0, value = -1;
  MPI_Request requests[3];
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  EXPECT(sum == ranks * (ranks - 1) / 2);
  MPI_Irecv(&value, 1, MPI_INT, before, 4, comm, &requests[0]);
  MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm, &requests[1]);
  MPI_Isend(&rank, 1, MPI_INT, next, 4, comm, &requests[2]);
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  EXPECT(value == before && sum == ranks * (ranks - 1) / 2);
}

static void one_sided(MPI_Comm comm) {
  int* memory = NULL;
  MPI_Win window;
  MPI_Request request;
  MPI_Win_allocate(4 * (MPI_Aint)sizeof *memory, sizeof *memory, MPI_INFO_NULL, comm, &memory,
                   &window);
  MPI_Win_fence(0, window);
  MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  EXPECT(*memory == before);
  MPI_Win_lock(MPI_LOCK_SHARED, next, 0, window);
  MPI_Rput(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, window, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock(next, window);
  MPI_Win_free(&window);
}

int main(int argc, char** argv) {
  char name[MPI_MAX_PROCESSOR_NAME];
  int length = 0;
  MPI_Comm comm, later;
  MPI_Request request;
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  next = (rank + 1) % ranks;
  before = (rank + ranks - 1) % ranks;
  MPI_Get_processor_name(name, &length);
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Type_free(&type);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_idup(MPI_COMM_WORLD, &later, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  messages(comm);
  messages(later);
  collectives(comm);
  collectives(later);
  one_sided(MPI_COMM_WORLD);
  MPI_Comm_free(&later);
  MPI_Comm_free(&comm);
  if (rank == 0) printf("all as it should be\n");
  MPI_Finalize();
  return 0;
}
