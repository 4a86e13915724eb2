// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 pauses the recording in the middle of messages and collective operations while the others
// go on. The n-th message of a channel is n integers long, so that its two ends show themselves.
#include <unistd.h>

#include "mpi_expect.h"

enum { kSleep_us = 60000, kMost = 8 };

static int rank, buffer[kMost];

static void stop(void) {
  if (rank == 1) MPI_Pcontrol(0);
}

static void start(void) {
  if (rank == 1) MPI_Pcontrol(1);
}

static void send(int count, int to, int tag) {
  MPI_Send(buffer, count, MPI_INT, to, tag, MPI_COMM_WORLD);
}

static void receive(int count, int from, int tag) {
  MPI_Recv(buffer, count, MPI_INT, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

// Sends the fifth message late.
static void late(void) {
  if (rank == 0) {
    usleep(kSleep_us);
    send(5, 1, 1);
  } else if (rank == 1) {
    receive(5, 0, 1);
  }
}

// Rank 1 records 1, 4, 5 and 6 of 1 to 6; the third is received from anywhere.
static void blocking(void) {
  for (int n = 1; rank == 0 && n <= 4; ++n) send(n, 1, 1);
  if (rank == 1) {
    receive(1, 0, 1);
    stop();
    receive(2, 0, 1);
    receive(3, MPI_ANY_SOURCE, MPI_ANY_TAG);
    start();
    receive(4, 0, 1);
  }
  late();
  if (rank == 0) send(6, 1, 1);
  if (rank == 1) receive(6, MPI_ANY_SOURCE, 1);
}

// Rank 1 posts 2 of 1 to 4 in a pause, from anywhere, and 1 completes within it; so does 3, which
// is posted again after it was canceled. The third completes before the second.
static void posted(void) {
  for (int n = 1; rank == 0 && n <= 4; ++n) send(n, 1, 2);
  if (rank != 1) return;
  MPI_Request requests[4], nobody;
  int values[4][4];
  MPI_Irecv(values[0], 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &requests[0]);
  stop();
  MPI_Irecv(values[1], 2, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Irecv(&values[3], 1, MPI_INT, 0, 99, MPI_COMM_WORLD, &nobody);
  MPI_Cancel(&nobody);
  MPI_Wait(&nobody, MPI_STATUS_IGNORE);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  start();
  MPI_Irecv(values[2], 3, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &requests[2]);
  MPI_Irecv(values[3], 4, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[3]);
  MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
  stop();
  MPI_Wait(&requests[3], MPI_STATUS_IGNORE);
  start();
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
}

// Rank 1 starts 2 of 1 to 4 in a pause that another request outlasts.
static void started(void) {
  for (int n = 1; rank == 2 && n <= 4; ++n) receive(n, n % 2 == 0 ? 1 : MPI_ANY_SOURCE, 3);
  if (rank != 1) return;
  MPI_Request requests[4];
  MPI_Send_init(buffer, 3, MPI_INT, 2, 3, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(buffer, 1, MPI_INT, 2, 3, MPI_COMM_WORLD, &requests[0]);
  stop();
  MPI_Isend(buffer, 2, MPI_INT, 2, 3, MPI_COMM_WORLD, &requests[1]);
  start();
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  MPI_Start(&requests[2]);
  MPI_Isend(buffer, 4, MPI_INT, 2, 3, MPI_COMM_WORLD, &requests[3]);
  stop();
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  start();
  MPI_Request_free(&requests[2]);
}

static void late_barrier(MPI_Comm comm) {
  if (rank == 2) usleep(kSleep_us);
  MPI_Barrier(comm);
}

// All ranks record the first operations on `comm`, one that begins before the pause, and the last.
static void together(MPI_Comm comm) {
  MPI_Request requests[2];
  int sum = 0;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  MPI_Ibarrier(comm, &requests[0]);
  stop();
  MPI_Bcast(buffer, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  MPI_Ibarrier(comm, &requests[1]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  start();
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  late_barrier(comm);
  MPI_Allgather(&rank, 1, MPI_INT, buffer, 1, MPI_INT, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  MPI_Comm comm;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  blocking();
  posted();
  started();
  together(comm);
  MPI_Comm_free(&comm);
  if (argc > 1 && rank == 0) abort();
  MPI_Finalize();
  if (rank == 0) printf("done\n");
  return 0;
}
