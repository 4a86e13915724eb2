/* SPDX-License-Identifier: BSD-3-Clause */
/* Rank 1 tests in vain a known number of times by each function that can, and asks for the message
 * only then; then it does so by MPI_Test and each function that tests requests in turn. It prints
 * how many calls of each it has made. Rank 0 answers. */
#include <mpi.h>
#include <stdio.h>

enum { kInVain = 2000, kWays = 7, kTurns = 4 };

static const char* const names[kWays] = {
    "MPI_Test",   "MPI_Testany", "MPI_Testall",           "MPI_Testsome",
    "MPI_Iprobe", "MPI_Improbe", "MPI_Request_get_status"};

static const int ways_of_turns[kTurns] = {1, 2, 3, 6};

static long calls[kWays];

/* Calls in turn are those of one function, so this must not be one. */
__attribute__((always_inline)) static inline int test(int way, MPI_Request* request,
                                                      MPI_Message* message) {
  int flag = 0, index = 0, done = 0;
  MPI_Status statuses[1];
  ++calls[way];
  switch (way) {
    case 0:
      MPI_Test(request, &flag, MPI_STATUS_IGNORE);
      return flag;
    case 1:
      MPI_Testany(1, request, &index, &flag, MPI_STATUS_IGNORE);
      return flag;
    case 2:
      MPI_Testall(1, request, &flag, statuses);
      return flag;
    case 3:
      MPI_Testsome(1, request, &done, &index, statuses);
      return done != 0;
    case 4:
      MPI_Iprobe(0, way, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
      return flag;
    case 5:
      MPI_Improbe(0, way, MPI_COMM_WORLD, &flag, message, MPI_STATUS_IGNORE);
      return flag;
    default:
      MPI_Request_get_status(*request, &flag, MPI_STATUS_IGNORE);
      return flag;
  }
}

static void poll(int way) {
  int value = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Message message = MPI_MESSAGE_NULL;
  if (way != 4 && way != 5) MPI_Irecv(&value, 1, MPI_INT, 0, way, MPI_COMM_WORLD, &request);
  for (int i = 0; i < kInVain; ++i)
    if (test(way, &request, &message)) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Send(&way, 1, MPI_INT, 0, way, MPI_COMM_WORLD);
  while (!test(way, &request, &message)) continue;
  if (way == 4) MPI_Recv(&value, 1, MPI_INT, 0, way, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (way == 5) MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  if (way == 6) MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (value != way) MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The calls beside MPI_Test have no active request. */
static void poll_in_turn(int turn) {
  int value = 0, is_over = 0;
  MPI_Request request, none = MPI_REQUEST_NULL;
  MPI_Irecv(&value, 1, MPI_INT, 0, kWays + turn, MPI_COMM_WORLD, &request);
  for (int i = 0; !is_over; ++i) {
    if (i == 2 * kInVain) MPI_Send(&i, 1, MPI_INT, 0, kWays + turn, MPI_COMM_WORLD);
    if (!test(ways_of_turns[turn], &none, NULL)) MPI_Abort(MPI_COMM_WORLD, 1);
    is_over = test(0, &request, NULL);
  }
  if (value != kWays + turn) MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char** argv) {
  int rank = 0, got = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int way = 0; way < kWays + kTurns; ++way) {
    if (rank == 1 && way < kWays) poll(way);
    if (rank == 1 && way >= kWays) poll_in_turn(way - kWays);
    if (rank != 0) continue;
    MPI_Recv(&got, 1, MPI_INT, 1, way, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&way, 1, MPI_INT, 1, way, MPI_COMM_WORLD);
  }
  for (int way = 0; rank == 1 && way < kWays; ++way) printf("%s %ld\n", names[way], calls[way]);
  MPI_Finalize();
  return 0;
}
