// SPDX-License-Identifier: BSD-3-Clause
// Recording goes off in functions of the program's own and on in others, while messages and
// collective operations are under way. Every rank does the same.
#include "mpi_expect.h"

static int rank, ranks, next, before;

static void stop(void) { MPI_Pcontrol(0); }

static void start(void) { MPI_Pcontrol(1); }

static void exchange(int tag) {
  int value = -1;
  MPI_Sendrecv(&rank, 1, MPI_INT, next, tag, &value, 1, MPI_INT, before, tag, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  EXPECT(value == before);
}

static void initialize(void) {
  exchange(1);
  stop();
  exchange(1);
}

// Receives are posted, and a barrier begun, before a pause and completed behind or within it;
// others are posted within.
static void across(void) {
  int value[4] = {-1, -1, -1, -1}, pair[2] = {rank, rank};
  MPI_Request receives[3], barriers[2];
  MPI_Irecv(&value[0], 1, MPI_INT, before, 2, MPI_COMM_WORLD, &receives[0]);
  MPI_Ibarrier(MPI_COMM_WORLD, &barriers[0]);
  MPI_Ibarrier(MPI_COMM_WORLD, &barriers[1]);
  MPI_Send(pair, 1, MPI_INT, next, 2, MPI_COMM_WORLD);
  stop();
  MPI_Waitall(2, barriers, MPI_STATUSES_IGNORE);
  MPI_Wait(&receives[0], MPI_STATUS_IGNORE);
  MPI_Irecv(&value[1], 1, MPI_INT, before, 2, MPI_COMM_WORLD, &receives[1]);
  MPI_Barrier(MPI_COMM_WORLD);
  start();
  MPI_Irecv(&value[2], 2, MPI_INT, before, 2, MPI_COMM_WORLD, &receives[2]);
  MPI_Send(pair, 1, MPI_INT, next, 2, MPI_COMM_WORLD);
  MPI_Send(pair, 2, MPI_INT, next, 2, MPI_COMM_WORLD);
  MPI_Wait(&receives[2], MPI_STATUS_IGNORE);
  MPI_Wait(&receives[1], MPI_STATUS_IGNORE);
  for (int i = 0; i < 4; ++i) EXPECT(value[i] == before);
}

// A receive that is freed before its message is sent takes the message nevertheless.
static void freed(void) {
  static int first = -1;
  int second[2] = {-1, -1}, pair[2] = {rank, rank};
  MPI_Request receive;
  MPI_Irecv(&first, 1, MPI_INT, before, 3, MPI_COMM_WORLD, &receive);
  MPI_Request_free(&receive);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Send(pair, 1, MPI_INT, next, 3, MPI_COMM_WORLD);
  MPI_Send(pair, 2, MPI_INT, next, 3, MPI_COMM_WORLD);
  MPI_Recv(second, 2, MPI_INT, before, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT(first == before && second[1] == before);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void solve(void) {
  exchange(1);
  start();
  exchange(1);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  next = (rank + 1) % ranks;
  before = (rank + ranks - 1) % ranks;
  initialize();
  solve();
  exchange(1);
  across();
  freed();
  MPI_Finalize();
  return 0;
}
