// SPDX-License-Identifier: BSD-3-Clause
// Non-blocking communication around a ring through every function that completes requests, with and
// without statuses, with null requests, with MPI_PROC_NULL, out of order, freed, and with messages
// that are too long.
#include <string.h>

#include "mpi_expect.h"

enum { kMany = 200 };

static int rank, ranks, next, before;
static int sent[kMany], received[kMany];
static MPI_Request requests[2 * kMany];
static MPI_Status statuses[2 * kMany];

// Starts `count` receives and as many sends of one int; tag = base + position.
static void start(int count, int base) {
  for (int i = 0; i < count; ++i) {
    sent[i] = 1000 * rank + i;
    received[i] = -1;
    MPI_Irecv(&received[i], 1, MPI_INT, before, base + i, MPI_COMM_WORLD, &requests[i]);
  }
  for (int i = 0; i < count; ++i)
    MPI_Isend(&sent[i], 1, MPI_INT, next, base + i, MPI_COMM_WORLD, &requests[count + i]);
}

static void check(int count) {
  for (int i = 0; i < count; ++i) EXPECT(received[i] == 1000 * before + i);
  for (int i = 0; i < 2 * count; ++i) EXPECT(requests[i] == MPI_REQUEST_NULL);
}

static void one_by_one(void) {
  int flag = 0, index = -1;
  MPI_Status status;
  start(2, 0);
  while (!flag) MPI_Test(&requests[1], &flag, &status);
  EXPECT(status.MPI_SOURCE == before && status.MPI_TAG == 1);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Wait(&requests[3], &status);  // the sends in reverse
  MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
  check(2);
  flag = 0;
  MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
  EXPECT(flag);
  MPI_Testany(4, requests, &index, &flag, &status);
  EXPECT(flag && index == MPI_UNDEFINED);
  MPI_Waitany(4, requests, &index, MPI_STATUS_IGNORE);
  EXPECT(index == MPI_UNDEFINED);
}

static void all_at_once(int count) {
  int flag = 0;
  start(count, 10);
  MPI_Waitall(2 * count, requests, MPI_STATUSES_IGNORE);
  check(count);
  start(count, 300);
  MPI_Waitall(2 * count, requests, statuses);
  for (int i = 0; i < count; ++i) EXPECT(statuses[i].MPI_TAG == 300 + i);
  check(count);
  start(count, 600);
  while (!flag) MPI_Testall(2 * count, requests, &flag, MPI_STATUSES_IGNORE);
  check(count);
}

static void any_of_them(int use_test) {
  int seen[6] = {0};
  start(3, 900);
  for (int left = 6; left > 0;) {
    int index = -1, flag = 1;
    if (use_test)
      MPI_Testany(6, requests, &index, &flag, MPI_STATUS_IGNORE);
    else
      MPI_Waitany(6, requests, &index, MPI_STATUS_IGNORE);
    if (!flag) continue;
    EXPECT(index >= 0 && index < 6 && !seen[index]);
    seen[index] = 1;
    --left;
  }
  check(3);
}

static void some_of_them(int use_test) {
  int indices[6], done = 0;
  start(3, 950);
  for (int left = 6; left > 0; left -= done) {
    if (use_test)
      MPI_Testsome(6, requests, &done, indices, statuses);
    else
      MPI_Waitsome(6, requests, &done, indices, MPI_STATUSES_IGNORE);
    EXPECT(done >= 0 && done <= left);
  }
  check(3);
  MPI_Waitsome(6, requests, &done, indices, statuses);
  EXPECT(done == MPI_UNDEFINED);
}

static void nobody(void) {
  int value = 7;
  start(1, 980);
  MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 981, MPI_COMM_WORLD, &requests[2]);
  MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 981, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(2, requests + 2, statuses);
  EXPECT(value == 7);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  check(1);
}

static void other_sends(void) {
  char space[256 + MPI_BSEND_OVERHEAD];
  void* detached;
  int size, flag = 0;
  MPI_Request copy;
  for (int i = 0; i < 3; ++i)
    MPI_Irecv(&received[i], 1, MPI_INT, before, 990 + i, MPI_COMM_WORLD, &requests[i]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Buffer_attach(space, sizeof space);
  MPI_Issend(&rank, 1, MPI_INT, next, 990, MPI_COMM_WORLD, &requests[3]);
  MPI_Ibsend(&rank, 1, MPI_INT, next, 991, MPI_COMM_WORLD, &requests[4]);
  MPI_Irsend(&rank, 1, MPI_INT, next, 992, MPI_COMM_WORLD, &requests[5]);
  copy = requests[3];  // completed through another variable than it was started with
  requests[3] = MPI_REQUEST_NULL;
  while (!flag) MPI_Request_get_status(requests[1], &flag, MPI_STATUS_IGNORE);
  MPI_Waitall(6, requests, MPI_STATUSES_IGNORE);
  MPI_Wait(&copy, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&detached, &size);
  for (int i = 0; i < 3; ++i) EXPECT(received[i] == before);
}

static void given_up(void) {
  MPI_Request lost;
  MPI_Status status;
  int flag = 0, value = 0;
  // No rank sends with this tag.
  MPI_Irecv(&value, 1, MPI_INT, before, 1500, MPI_COMM_WORLD, &lost);
  MPI_Cancel(&lost);
  MPI_Wait(&lost, &status);
  MPI_Test_cancelled(&status, &flag);
  EXPECT(flag);
  MPI_Irecv(&received[0], 1, MPI_INT, before, 1501, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(&rank, 1, MPI_INT, next, 1501, MPI_COMM_WORLD, &lost);
  MPI_Request_free(&lost);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  EXPECT(received[0] == before);
}

// Frees receives that are known to be complete, or can only be complete; the next message of the
// channel follows.
static void freed_when_complete(void) {
  MPI_Request kept;
  int flag = 0;
  for (int round = 0; round < 2; ++round) {
    received[0] = received[1] = -1;
    sent[0] = sent[1] = rank;
    MPI_Irecv(received, 1, MPI_INT, before, 1600, MPI_COMM_WORLD, &kept);
    MPI_Send(sent, 1, MPI_INT, next, 1600, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    while (round == 0 && !flag) MPI_Request_get_status(kept, &flag, MPI_STATUS_IGNORE);
    // MPI_Request_free makes progress itself.
    while (received[0] == -1)
      MPI_Iprobe(MPI_ANY_SOURCE, 1700, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    MPI_Request_free(&kept);
    EXPECT(received[0] == before);
    MPI_Irecv(received, 2, MPI_INT, before, 1600, MPI_COMM_WORLD, &kept);
    MPI_Send(sent, 2, MPI_INT, next, 1600, MPI_COMM_WORLD);
    MPI_Wait(&kept, MPI_STATUS_IGNORE);
    EXPECT(received[1] == before);
  }
}

// With errors returned, a message longer than the buffer is received nevertheless.
static void too_long(void) {
  int error = 0, class = 0;
  MPI_Request pair[2];
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (int round = 0; round < 2; ++round) {
    MPI_Irecv(received, 1, MPI_INT, before, 1601, MPI_COMM_WORLD, &pair[0]);
    MPI_Isend(sent, 2, MPI_INT, next, 1601, MPI_COMM_WORLD, &pair[1]);
    error = round == 0 ? MPI_Wait(&pair[0], MPI_STATUS_IGNORE) : MPI_Waitall(2, pair, statuses);
    if (round == 1 && error != MPI_SUCCESS) error = statuses[0].MPI_ERROR;
    MPI_Error_class(error, &class);
    EXPECT(class == MPI_ERR_TRUNCATE);
    if (round == 0) MPI_Wait(&pair[1], MPI_STATUS_IGNORE);
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  next = (rank + 1) % ranks;
  before = (rank + ranks - 1) % ranks;
  one_by_one();
  all_at_once(3);
  all_at_once(kMany);
  any_of_them(0);
  any_of_them(1);
  some_of_them(0);
  some_of_them(1);
  nobody();
  other_sends();
  given_up();
  freed_when_complete();
  if (ranks > 1) too_long();  // to oneself, the sender may be told instead
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
