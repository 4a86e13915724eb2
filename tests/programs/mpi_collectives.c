// SPDX-License-Identifier: BSD-3-Clause
// Every collective operation once, blocking (no argument), non-blocking (argument "nonblocking") or
// persistent (argument "persistent", if MPI has such operations), then those that can work in
// place. Blocks are two ints; the root is the last rank.
#include <string.h>

#include "mpi_expect.h"
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#if MPI_VERSION >= 4
#define INIT(name) MPI_##name##_init
#elif defined OMPI_HAVE_MPI_EXT_PCOLLREQ
#define INIT(name) MPIX_##name##_init
#endif

enum { kBlock = 2, kMost = 16 };

static int rank, ranks, root, nonblocking, persistent;
static int mine[kBlock * kMost], all[kBlock * kMost];
static COUNT counts[kMost];
static PLACE places[kMost];
static MPI_Datatype types[kMost];

#ifdef INIT
#define DO_PERSISTENT(name, ...)                      \
  do {                                                \
    MPI_Request request;                              \
    INIT(name)(__VA_ARGS__, MPI_INFO_NULL, &request); \
    MPI_Start(&request);                              \
    MPI_Wait(&request, MPI_STATUS_IGNORE);            \
    MPI_Request_free(&request);                       \
  } while (0)
#else
#define DO_PERSISTENT(name, ...) EXPECT(!"this MPI has persistent operations")
#endif

// Calls MPI_<name>(arguments), or MPI_I<name>(arguments, request) and waits, or makes a request,
// starts it and waits.
#define DO(name, started, ...)               \
  do {                                       \
    if (persistent) {                        \
      DO_PERSISTENT(name, __VA_ARGS__);      \
    } else if (nonblocking) {                \
      MPI_Request request;                   \
      MPI_##started(__VA_ARGS__, &request);  \
      MPI_Wait(&request, MPI_STATUS_IGNORE); \
    } else {                                 \
      MPI_##name(__VA_ARGS__);               \
    }                                        \
  } while (0)

static void fill(int* data, int value) {
  for (int i = 0; i < kBlock * kMost; ++i) data[i] = value;
}

static void rooted(const MPI_Comm comm) {
  fill(mine, rank);
  DO(Bcast, Ibcast, mine, kBlock, MPI_INT, root, comm);
  EXPECT(mine[0] == root && mine[kBlock - 1] == root);
  fill(mine, rank + 1);
  fill(all, -1);
  DO(Gather, Igather, mine, kBlock, MPI_INT, all, kBlock, MPI_INT, root, comm);
  for (int i = 0; i < ranks; ++i) EXPECT(all[i * kBlock] == (rank == root ? i + 1 : -1));
  fill(all, -1);
  DO(Gatherv, Igatherv, mine, counts[rank], MPI_INT, all, counts, places, MPI_INT, root, comm);
  for (int i = 0; i < ranks; ++i) EXPECT(all[places[i]] == (rank == root ? i + 1 : -1));
  for (int i = 0; i < kBlock * kMost; ++i) all[i] = i / kBlock;
  DO(Scatter, Iscatter, all, kBlock, MPI_INT, mine, kBlock, MPI_INT, root, comm);
  EXPECT(mine[0] == rank);
  DO(Scatterv, Iscatterv, all, counts, places, MPI_INT, mine, counts[rank], MPI_INT, root, comm);
  EXPECT(mine[0] == all[places[rank]]);
  fill(mine, 1);
  DO(Reduce, Ireduce, mine, all, kBlock, MPI_INT, MPI_SUM, root, comm);
  if (rank == root) EXPECT(all[0] == ranks);
}

static void symmetric(const MPI_Comm comm) {
  fill(mine, rank);
  DO(Allgather, Iallgather, mine, kBlock, MPI_INT, all, kBlock, MPI_INT, comm);
  for (int i = 0; i < ranks; ++i) EXPECT(all[i * kBlock] == i);
  DO(Allgatherv, Iallgatherv, mine, counts[rank], MPI_INT, all, counts, places, MPI_INT, comm);
  for (int i = 0; i < ranks; ++i) EXPECT(all[places[i]] == i);
  DO(Alltoall, Ialltoall, mine, kBlock, MPI_INT, all, kBlock, MPI_INT, comm);
  for (int i = 0; i < ranks; ++i) EXPECT(all[i * kBlock] == i);
  // Every pair exchanges one block.
  COUNT equal[kMost];
  PLACE at[kMost], at_bytes[kMost];
  for (int i = 0; i < ranks; ++i) {
    equal[i] = kBlock;
    at[i] = kBlock * i;
    at_bytes[i] = kBlock * i * (int)sizeof(int);
  }
  DO(Alltoallv, Ialltoallv, mine, equal, at, MPI_INT, all, equal, at, MPI_INT, comm);
  for (int i = 0; i < ranks; ++i) EXPECT(all[i * kBlock] == i);
  DO(Alltoallw, Ialltoallw, mine, equal, at_bytes, types, all, equal, at_bytes, types, comm);
  for (int i = 0; i < ranks; ++i) EXPECT(all[i * kBlock] == i);
}

static void reductions(const MPI_Comm comm) {
  fill(mine, 1);
  DO(Allreduce, Iallreduce, mine, all, kBlock, MPI_INT, MPI_SUM, comm);
  EXPECT(all[0] == ranks);
  DO(Reduce_scatter, Ireduce_scatter, mine, all, counts, MPI_INT, MPI_SUM, comm);
  EXPECT(all[0] == ranks);
  DO(Reduce_scatter_block, Ireduce_scatter_block, mine, all, kBlock, MPI_INT, MPI_SUM, comm);
  EXPECT(all[0] == ranks);
  DO(Scan, Iscan, mine, all, kBlock, MPI_INT, MPI_SUM, comm);
  EXPECT(all[0] == rank + 1);
  fill(all, 0);
  DO(Exscan, Iexscan, mine, all, kBlock, MPI_INT, MPI_SUM, comm);
  EXPECT(rank == 0 || all[0] == rank);
}

static void in_place(const MPI_Comm comm) {
  fill(all, rank);
  DO(Allgather, Iallgather, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, kBlock, MPI_INT, comm);
  for (int i = 0; i < ranks; ++i) EXPECT(all[i * kBlock] == i);
  fill(all, rank);
  DO(Allgatherv, Iallgatherv, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, counts, places, MPI_INT,
     comm);
  for (int i = 0; i < ranks; ++i) EXPECT(all[places[i]] == i);
  fill(all, 1);
  DO(Allreduce, Iallreduce, MPI_IN_PLACE, all, kBlock, MPI_INT, MPI_SUM, comm);
  EXPECT(all[0] == ranks);
  fill(all, 1);
  DO(Scan, Iscan, MPI_IN_PLACE, all, kBlock, MPI_INT, MPI_SUM, comm);
  EXPECT(all[0] == rank + 1);
  fill(all, rank);
  fill(mine, rank);
  const int here = rank == root;
  DO(Gather, Igather, here ? MPI_IN_PLACE : mine, kBlock, MPI_INT, all, kBlock, MPI_INT, root,
     comm);
  if (here)
    for (int i = 0; i < ranks; ++i) EXPECT(all[i * kBlock] == i);
  DO(Scatter, Iscatter, all, kBlock, MPI_INT, here ? MPI_IN_PLACE : (void*)mine, kBlock, MPI_INT,
     root, comm);
  EXPECT(mine[0] == rank);
  fill(all, 1);
  fill(mine, 1);
  DO(Reduce, Ireduce, here ? MPI_IN_PLACE : mine, all, kBlock, MPI_INT, MPI_SUM, root, comm);
  if (here) EXPECT(all[0] == ranks);
}

int main(int argc, char** argv) {
  nonblocking = argc > 1 && strcmp(argv[1], "nonblocking") == 0;
  persistent = argc > 1 && strcmp(argv[1], "persistent") == 0;
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
  DO(Barrier, Ibarrier, MPI_COMM_WORLD);
  rooted(MPI_COMM_WORLD);
  symmetric(MPI_COMM_WORLD);
  reductions(MPI_COMM_WORLD);
  in_place(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
