// SPDX-License-Identifier: BSD-3-Clause
// Every collective operation once, blocking (no argument) or non-blocking (argument "nonblocking"),
// then those that can work in place. Blocks are two ints; the root is the last rank.
#include <string.h>

#include "mpi_expect.h"

enum { kBlock = 2, kMost = 16 };

static int rank, ranks, root, nonblocking;
static int mine[kBlock * kMost], all[kBlock * kMost];
static int counts[kMost], places[kMost];
static MPI_Datatype types[kMost];

// Calls MPI_<name>(arguments) or MPI_I<name>(arguments, request) and waits.
#define DO(blocking, started, ...)           \
  do {                                       \
    if (nonblocking) {                       \
      MPI_Request request;                   \
      started(__VA_ARGS__, &request);        \
      MPI_Wait(&request, MPI_STATUS_IGNORE); \
    } else {                                 \
      blocking(__VA_ARGS__);                 \
    }                                        \
  } while (0)

static void fill(int* data, int value) {
  for (int i = 0; i < kBlock * kMost; ++i) data[i] = value;
}

static void rooted(const MPI_Comm comm) {
  fill(mine, rank);
  DO(MPI_Bcast, MPI_Ibcast, mine, kBlock, MPI_INT, root, comm);
  EXPECT(mine[0] == root && mine[kBlock - 1] == root);
  fill(mine, rank + 1);
  fill(all, -1);
  DO(MPI_Gather, MPI_Igather, mine, kBlock, MPI_INT, all, kBlock, MPI_INT, root, comm);
  for (int i = 0; i < ranks; ++i) EXPECT(all[i * kBlock] == (rank == root ? i + 1 : -1));
  fill(all, -1);
  DO(MPI_Gatherv, MPI_Igatherv, mine, counts[rank], MPI_INT, all, counts, places, MPI_INT, root,
     comm);
  for (int i = 0; i < ranks; ++i) EXPECT(all[places[i]] == (rank == root ? i + 1 : -1));
  for (int i = 0; i < kBlock * kMost; ++i) all[i] = i / kBlock;
  DO(MPI_Scatter, MPI_Iscatter, all, kBlock, MPI_INT, mine, kBlock, MPI_INT, root, comm);
  EXPECT(mine[0] == rank);
  DO(MPI_Scatterv, MPI_Iscatterv, all, counts, places, MPI_INT, mine, counts[rank], MPI_INT, root,
     comm);
  EXPECT(mine[0] == all[places[rank]]);
  fill(mine, 1);
  DO(MPI_Reduce, MPI_Ireduce, mine, all, kBlock, MPI_INT, MPI_SUM, root, comm);
  if (rank == root) EXPECT(all[0] == ranks);
}

static void symmetric(const MPI_Comm comm) {
  fill(mine, rank);
  DO(MPI_Allgather, MPI_Iallgather, mine, kBlock, MPI_INT, all, kBlock, MPI_INT, comm);
  for (int i = 0; i < ranks; ++i) EXPECT(all[i * kBlock] == i);
  DO(MPI_Allgatherv, MPI_Iallgatherv, mine, counts[rank], MPI_INT, all, counts, places, MPI_INT,
     comm);
  for (int i = 0; i < ranks; ++i) EXPECT(all[places[i]] == i);
  DO(MPI_Alltoall, MPI_Ialltoall, mine, kBlock, MPI_INT, all, kBlock, MPI_INT, comm);
  for (int i = 0; i < ranks; ++i) EXPECT(all[i * kBlock] == i);
  // Every pair exchanges one block.
  int equal[kMost], at[kMost], at_bytes[kMost];
  for (int i = 0; i < ranks; ++i) {
    equal[i] = kBlock;
    at[i] = kBlock * i;
    at_bytes[i] = kBlock * i * (int)sizeof(int);
  }
  DO(MPI_Alltoallv, MPI_Ialltoallv, mine, equal, at, MPI_INT, all, equal, at, MPI_INT, comm);
  for (int i = 0; i < ranks; ++i) EXPECT(all[i * kBlock] == i);
  DO(MPI_Alltoallw, MPI_Ialltoallw, mine, equal, at_bytes, types, all, equal, at_bytes, types,
     comm);
  for (int i = 0; i < ranks; ++i) EXPECT(all[i * kBlock] == i);
}

static void reductions(const MPI_Comm comm) {
  fill(mine, 1);
  DO(MPI_Allreduce, MPI_Iallreduce, mine, all, kBlock, MPI_INT, MPI_SUM, comm);
  EXPECT(all[0] == ranks);
  DO(MPI_Reduce_scatter, MPI_Ireduce_scatter, mine, all, counts, MPI_INT, MPI_SUM, comm);
  EXPECT(all[0] == ranks);
  DO(MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, mine, all, kBlock, MPI_INT, MPI_SUM,
     comm);
  EXPECT(all[0] == ranks);
  DO(MPI_Scan, MPI_Iscan, mine, all, kBlock, MPI_INT, MPI_SUM, comm);
  EXPECT(all[0] == rank + 1);
  fill(all, 0);
  DO(MPI_Exscan, MPI_Iexscan, mine, all, kBlock, MPI_INT, MPI_SUM, comm);
  EXPECT(rank == 0 || all[0] == rank);
}

static void in_place(const MPI_Comm comm) {
  fill(all, rank);
  DO(MPI_Allgather, MPI_Iallgather, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, kBlock, MPI_INT, comm);
  for (int i = 0; i < ranks; ++i) EXPECT(all[i * kBlock] == i);
  fill(all, rank);
  DO(MPI_Allgatherv, MPI_Iallgatherv, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, counts, places,
     MPI_INT, comm);
  for (int i = 0; i < ranks; ++i) EXPECT(all[places[i]] == i);
  fill(all, 1);
  DO(MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, all, kBlock, MPI_INT, MPI_SUM, comm);
  EXPECT(all[0] == ranks);
  fill(all, 1);
  DO(MPI_Scan, MPI_Iscan, MPI_IN_PLACE, all, kBlock, MPI_INT, MPI_SUM, comm);
  EXPECT(all[0] == rank + 1);
  fill(all, rank);
  fill(mine, rank);
  const int here = rank == root;
  DO(MPI_Gather, MPI_Igather, here ? MPI_IN_PLACE : mine, kBlock, MPI_INT, all, kBlock, MPI_INT,
     root, comm);
  if (here)
    for (int i = 0; i < ranks; ++i) EXPECT(all[i * kBlock] == i);
  DO(MPI_Scatter, MPI_Iscatter, all, kBlock, MPI_INT, here ? MPI_IN_PLACE : (void*)mine, kBlock,
     MPI_INT, root, comm);
  EXPECT(mine[0] == rank);
  fill(all, 1);
  fill(mine, 1);
  DO(MPI_Reduce, MPI_Ireduce, here ? MPI_IN_PLACE : mine, all, kBlock, MPI_INT, MPI_SUM, root,
     comm);
  if (here) EXPECT(all[0] == ranks);
}

int main(int argc, char** argv) {
  nonblocking = argc > 1 && strcmp(argv[1], "nonblocking") == 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  EXPECT(ranks <= kMost);
  root = ranks - 1;
  for (int i = 0, at = 0; i < ranks; ++i) {
    counts[i] = 1 + i % 2;
    places[i] = at;
    at += counts[i];
    types[i] = MPI_INT;
  }
  if (nonblocking) {
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
  }
  rooted(MPI_COMM_WORLD);
  symmetric(MPI_COMM_WORLD);
  reductions(MPI_COMM_WORLD);
  in_place(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
