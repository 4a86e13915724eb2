// SPDX-License-Identifier: BSD-3-Clause
// The wait states of one-sided communication, for wait_states.c. Most parts use a window of memory
// of the program, to which libraries send messages; `direct` is a window that processes of one node
// access without the target.
#include "mpi_expect.h"
#include "slow_mpi.h"
#include "wait_states.h"

static int memory[kRanks];
static MPI_Win window, direct;

static void put(int target, MPI_Win where) {
  MPI_Put(&rank, 1, MPI_INT, target, rank, 1, MPI_INT, where);
}

static MPI_Group group_of(int only) {
  MPI_Group world, made;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &only, &made);
  MPI_Group_free(&world);
  return made;
}

static void wait_at_create(void) {
  late(1);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
}

static void wait_at_fence(void) {
  MPI_Win_fence(0, window);
  begin_together();
  late(1);
  if (rank == 1) put(0, window);
  MPI_Win_fence(0, window);
  EXPECT(rank != 0 || memory[1] == 1);
}

// Rank 0 accesses rank 1. One of them comes late to its part, and rank 0 also between its access
// and the end.
static void access_one(MPI_Win where, int late_target, int late_access, int late_end) {
  MPI_Group other = group_of(1 - rank);
  if (rank == 0) {
    MPI_Win_start(other, 0, where);
    if (late_access) late(0);
    put(1, where);
    if (late_end) late(0);
    MPI_Win_complete(where);
  } else {
    if (late_target) late(1);
    MPI_Win_post(other, 0, where);
    MPI_Win_wait(where);
  }
  MPI_Group_free(&other);
}

static void late_post(void) {
  if (rank < 2) access_one(window, 1, 0, 0);
}

static void late_post_in_put(void) {
  slow_put = rank == 0;
  if (rank < 2) access_one(direct, 1, 0, 0);
}

static void early_wait(void) {
  if (rank < 2) access_one(window, 0, 1, 0);
}

static void late_complete(void) {
  if (rank < 2) access_one(window, 0, 0, 1);
}

// Rank 1 holds the lock of its own memory, which rank 2 wants. With the memory of another rank, the
// unlock could return after the other has the lock.
static void contend(void) {
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window);
    put(1, window);
    MPI_Win_flush(1, window);
  }
  begin_together();
  late(1);
  if (rank == 1) MPI_Win_unlock(1, window);
}

static void want_lock(int target) {
  if (rank != 2) return;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, window);
  put(target, window);
  MPI_Win_unlock(target, window);
}

static void lock_contention(void) {
  contend();
  want_lock(1);
}

static void lock_contention_in_put(void) {
  contend();
  slow_put = rank == 2;
  want_lock(1);
}

// Rank 2 accesses rank 0, which is outside of MPI.
static void wait_for_progress(void) {
  late(0);
  want_lock(0);
}

static void wait_for_progress_in_put(void) {
  slow_put = rank == 2;
  wait_for_progress();
}

static void wait_at_free(void) {
  late(1);
  MPI_Win_free(&window);
}

void one_sided_waits(void) {
  static void (*const parts[])(void) = {wait_at_create,    wait_at_fence,
                                        late_post,         late_post_in_put,
                                        early_wait,        late_complete,
                                        lock_contention,   lock_contention_in_put,
                                        wait_for_progress, wait_for_progress_in_put,
                                        wait_at_free};
  int* shared;
  MPI_Win_allocate(sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &direct);
  for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
    begin_together();
    parts[i]();
  }
  MPI_Win_free(&direct);
}
