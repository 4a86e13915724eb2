// SPDX-License-Identifier: BSD-3-Clause
// The slow MPI library of slow_mpi.h. MPI_Init_thread ends late on rank 1.
#include "slow_mpi.h"

#include <mpi.h>
#include <time.h>

int slow_after, slow_put;

static MPI_Group postponed_start = MPI_GROUP_NULL;
static int postponed_lock, locked_target;

void slow_sleep(int milliseconds) {
  const struct timespec time = {0, milliseconds * 1000000L};
  nanosleep(&time, NULL);
}

static int end_late(int error) {
  if (slow_after) slow_sleep(kSlowMs);
  slow_after = 0;
  return error;
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int error = PMPI_Init_thread(argc, argv, required, provided);
  int rank;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  slow_after = rank == 1;
  return end_late(error);
}

int MPI_Barrier(MPI_Comm comm) { return end_late(PMPI_Barrier(comm)); }

int MPI_Allreduce(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
  return end_late(PMPI_Allreduce(in, out, count, type, op, comm));
}

int MPI_Win_start(MPI_Group group, int assert, MPI_Win window) {
  if (!slow_put) return PMPI_Win_start(group, assert, window);
  postponed_start = group;
  return MPI_SUCCESS;
}

int MPI_Win_lock(int kind, int target, int assert, MPI_Win window) {
  if (!slow_put) return PMPI_Win_lock(kind, target, assert, window);
  postponed_lock = kind;
  locked_target = target;
  return MPI_SUCCESS;
}

int MPI_Put(const void* from, int count, MPI_Datatype type, int target, MPI_Aint place, int places,
            MPI_Datatype places_type, MPI_Win window) {
  const int locks = slow_put && postponed_start == MPI_GROUP_NULL;
  if (slow_put && !locks) PMPI_Win_start(postponed_start, 0, window);
  if (locks) PMPI_Win_lock(postponed_lock, locked_target, 0, window);
  const int error = PMPI_Put(from, count, type, target, place, places, places_type, window);
  if (locks) PMPI_Win_flush(target, window);
  postponed_start = MPI_GROUP_NULL;
  slow_put = 0;
  return error;
}
