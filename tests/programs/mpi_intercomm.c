// SPDX-License-Identifier: BSD-3-Clause
// Two groups, even and odd ranks, that talk through an intercommunicator: messages, rooted and
// symmetric collectives, its duplicate and what comes of merging. Alone: nothing to do.
#include "mpi_expect.h"

static int rank, ranks;

static void collectives(MPI_Comm inter, int odd, int local_rank, int local_size, int remote_size) {
  int value = rank, sum = -1, values[16];
  const int other_sum = odd ? ((ranks - 1) / 2) * ((ranks - 1) / 2 + 1) : (ranks / 2) * (ranks / 2);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, inter);
  EXPECT(sum == other_sum);
  MPI_Barrier(inter);
  // The first even rank sends to all odd ones.
  const int root = odd ? 0 : local_rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
  MPI_Bcast(&value, 1, MPI_INT, root, inter);
  EXPECT(value == (odd ? 0 : rank));
  // All odd ranks send to the first even one.
  MPI_Gather(&rank, 1, MPI_INT, values, 1, MPI_INT, root, inter);
  if (root == MPI_ROOT)
    for (int i = 0; i < remote_size; ++i) EXPECT(values[i] == 2 * i + 1);
  MPI_Allgather(&rank, 1, MPI_INT, values, 1, MPI_INT, inter);
  for (int i = 0; i < remote_size; ++i) EXPECT(values[i] == 2 * i + (odd ? 0 : 1));
  (void)local_size;
}

static void messages(MPI_Comm inter, int local_rank, int local_size, int remote_size) {
  const int pairs = local_size < remote_size ? local_size : remote_size;
  int received = -1;
  if (local_rank < pairs) {
    MPI_Sendrecv(&rank, 1, MPI_INT, local_rank, 3, &received, 1, MPI_INT, local_rank, 3, inter,
                 MPI_STATUS_IGNORE);
    EXPECT(received == (rank ^ 1));
  }
}

int main(int argc, char** argv) {
  MPI_Comm local, inter, copy, merged;
  int local_rank, local_size, remote_size, merged_size, sum;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks > 1) {
    const int odd = rank % 2;
    MPI_Comm_split(MPI_COMM_WORLD, odd, rank, &local);
    for (int round = 0; round < 2; ++round) {
      MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, odd ? 0 : 1, 9, &inter);
      MPI_Comm_rank(inter, &local_rank);
      MPI_Comm_size(inter, &local_size);
      MPI_Comm_remote_size(inter, &remote_size);
      messages(inter, local_rank, local_size, remote_size);
      collectives(inter, odd, local_rank, local_size, remote_size);
      MPI_Comm_dup(inter, &copy);
      messages(copy, local_rank, local_size, remote_size);
      MPI_Intercomm_merge(inter, odd, &merged);
      MPI_Comm_size(merged, &merged_size);
      EXPECT(merged_size == ranks);
      MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, merged);
      EXPECT(sum == ranks * (ranks - 1) / 2);
      MPI_Comm_free(&merged);
      MPI_Comm_free(&copy);
      MPI_Comm_free(&inter);
    }
    MPI_Comm_free(&local);
  }
  MPI_Finalize();
  return 0;
}
