// SPDX-License-Identifier: BSD-3-Clause
// One-sided communication of every kind of synchronization. Argument: `waits` makes rank 1 late for
// a fence, a post and a complete, and keep a lock, each some time long.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mpi_expect.h"

static int rank, ranks, next, before, locked, waits;

static void sleep_on(int who, unsigned milliseconds) {
  if (waits && rank == who) usleep(milliseconds * 1000);
}

static MPI_Group group_of(int only) {
  MPI_Group world, made;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &only, &made);
  MPI_Group_free(&world);
  return made;
}

static void late_fence(void) { sleep_on(1, 300); }
static void late_post(void) { sleep_on(1, 250); }
static void late_complete(void) { sleep_on(1, 220); }
static void long_lock(void) { sleep_on(1, 200); }

static void fences(MPI_Win window, int* memory) {
  MPI_Win_fence(0, window);
  MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, window);
  late_fence();
  MPI_Win_fence(0, window);
  EXPECT(memory[0] == before);
  int got = -1;
  MPI_Get(&got, 1, MPI_INT, next, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  EXPECT(got == rank);
}

static void groups(MPI_Win window, int* memory) {
  MPI_Group origin = group_of(before), target = group_of(next);
  int flag = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  late_post();
  MPI_Win_post(origin, 0, window);
  MPI_Win_start(target, 0, window);
  MPI_Put(&rank, 1, MPI_INT, next, 1, 1, MPI_INT, window);
  MPI_Accumulate(&rank, 1, MPI_INT, next, 2, 1, MPI_INT, MPI_SUM, window);
  MPI_Win_complete(window);
  MPI_Win_wait(window);
  EXPECT(memory[1] == before);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_post(origin, 0, window);
  MPI_Win_start(target, 0, window);
  MPI_Win_complete(window);
  while (!flag) MPI_Win_test(window, &flag);
  MPI_Group_free(&origin);
  MPI_Group_free(&target);
}

// Only rank 1 accesses and only rank 0 exposes: libraries may wait in a complete for other ranks.
static void one_way(MPI_Win window) {
  if (ranks == 1 || rank > 1) return;
  MPI_Group other = group_of(1 - rank);
  if (rank == 0) {
    MPI_Win_post(other, 0, window);
    MPI_Win_wait(window);
  } else {
    MPI_Win_start(other, 0, window);
    late_complete();
    MPI_Win_complete(window);
  }
  MPI_Group_free(&other);
}

static void use_lock(MPI_Win window) {
  int value = 1;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, locked, 0, window);
  MPI_Put(&value, 1, MPI_INT, locked, 3, 1, MPI_INT, window);
  MPI_Win_flush(locked, window);
}

static void locks(MPI_Win window) {
  int value = 1, got = 0, none = 0;
  MPI_Request request;
  if (rank == 1) use_lock(window);
  MPI_Barrier(MPI_COMM_WORLD);  // rank 1 has locked its own window by now
  if (rank != 1) use_lock(window);
  long_lock();
  MPI_Win_unlock(locked, window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window);
  MPI_Fetch_and_op(&value, &got, MPI_INT, next, 3, MPI_SUM, window);
  MPI_Compare_and_swap(&value, &none, &got, MPI_INT, before, 3, window);
  MPI_Win_flush_all(window);
  MPI_Rput(&value, 1, MPI_INT, next, 0, 1, MPI_INT, window, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, window);
  MPI_Win_unlock_all(window);
}

int main(int argc, char** argv) {
  int* memory;
  MPI_Win window, own;
  MPI_Init(&argc, &argv);
  waits = argc > 1 && strcmp(argv[1], "waits") == 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  next = (rank + 1) % ranks;
  before = (rank + ranks - 1) % ranks;
  locked = 1 % ranks;
  MPI_Win_allocate(4 * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &window);
  memset(memory, 0, 4 * sizeof(int));
  fences(window, memory);
  groups(window, memory);
  one_way(window);
  locks(window);
  MPI_Win_set_name(window, "halo");
  MPI_Win_free(&window);
  MPI_Win_create(&rank, sizeof rank, sizeof rank, MPI_INFO_NULL, MPI_COMM_SELF, &own);
  MPI_Win_free(&own);
  MPI_Finalize();
  return 0;
}
