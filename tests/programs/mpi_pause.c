// SPDX-License-Identifier: BSD-3-Clause
// Pauses the recording with MPI_Pcontrol while requests are open and a communicator is made. With
// the argument `across`: operations begin before a pause and end within it, or begin within and end
// after it, and no message lies with one end outside of a pause and the other within.
#include <string.h>

#include "mpi_expect.h"

static int rank, ranks, next, before;

static void paused(void) {
  int first = -1, second = -1;
  MPI_Comm comm;
  MPI_Request requests[2];
  // Some operations start before and complete within the pause, others the other way round.
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

// Waits without a message of its own, so it needs no record.
static void wait_for_all(void) {
  MPI_Pcontrol(0);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Pcontrol(1);
}

static void completed_within(void) {
  int value = -1, nothing = -1;
  MPI_Request requests[4];
  MPI_Irecv(&value, 1, MPI_INT, before, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&nothing, 1, MPI_INT, before, 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(&rank, 1, MPI_INT, next, 1, MPI_COMM_WORLD, &requests[2]);
  MPI_Ibarrier(MPI_COMM_WORLD, &requests[3]);
  MPI_Pcontrol(0);
  MPI_Cancel(&requests[1]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  MPI_Pcontrol(1);
  EXPECT(value == before && nothing == -1);
  MPI_Barrier(MPI_COMM_WORLD);
}

// The first receive gets the first message, wherever it was posted.
static void posted_within(void) {
  int first = -1, second[2] = {-1, -1}, mine[2] = {rank, rank};
  MPI_Request requests[2];
  MPI_Pcontrol(0);
  MPI_Irecv(&first, 1, MPI_INT, before, 3, MPI_COMM_WORLD, &requests[0]);
  MPI_Pcontrol(1);
  MPI_Irecv(second, 2, MPI_INT, before, 3, MPI_COMM_WORLD, &requests[1]);
  MPI_Send(mine, 1, MPI_INT, next, 3, MPI_COMM_WORLD);
  MPI_Send(mine, 2, MPI_INT, next, 3, MPI_COMM_WORLD);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  EXPECT(first == before && second[1] == before);
}

static void started_within(void) {
  int value[2] = {-1, -1};
  MPI_Request requests[2];
  MPI_Recv_init(&value[0], 1, MPI_INT, before, 4, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv_init(&value[1], 1, MPI_INT, before, 5, MPI_COMM_WORLD, &requests[1]);
  MPI_Pcontrol(0);
  MPI_Startall(2, requests);
  MPI_Pcontrol(1);
  MPI_Send(&rank, 1, MPI_INT, next, 4, MPI_COMM_WORLD);
  MPI_Send(&rank, 1, MPI_INT, next, 5, MPI_COMM_WORLD);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  EXPECT(value[0] == before && value[1] == before);
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
}

static void all_within(void) {
  int value = -1;
  MPI_Request requests[3];
  MPI_Pcontrol(0);
  MPI_Irecv(&value, 1, MPI_INT, before, 6, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(&rank, 1, MPI_INT, next, 6, MPI_COMM_WORLD, &requests[1]);
  MPI_Ibarrier(MPI_COMM_WORLD, &requests[2]);
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  MPI_Pcontrol(1);
  EXPECT(value == before);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  next = (rank + 1) % ranks;
  before = (rank + ranks - 1) % ranks;
  if (argc > 1 && strcmp(argv[1], "across") == 0) {
    completed_within();
    wait_for_all();
    posted_within();
    wait_for_all();
    started_within();
    all_within();
  } else {
    paused();
  }
  MPI_Finalize();
  return 0;
}
