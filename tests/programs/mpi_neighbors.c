// SPDX-License-Identifier: BSD-3-Clause
// Every kind of process topology and every form of a neighborhood operation, each in a function of
// its own, to which rank 2 comes late. Five ranks; tests/e2e/neighbors_test.py has the table of who
// waits for it.
#include <time.h>

#include "mpi_expect.h"

enum { kRanks = 5, kLate = 2, kDelayMs = 100, kPauseMs = 20 };

static int rank;

static void begin_together(void) {
  struct timespec now;
  MPI_Barrier(MPI_COMM_WORLD);
  clock_gettime(CLOCK_MONOTONIC, &now);
  long long start_ns = now.tv_sec * 1000000000LL + now.tv_nsec + kPauseMs * 1000000LL;
  MPI_Bcast(&start_ns, 1, MPI_LONG_LONG, 0, MPI_COMM_WORLD);
  if (rank == kLate) start_ns += kDelayMs * 1000000LL;
  const struct timespec start = {start_ns / 1000000000, start_ns % 1000000000};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &start, NULL);
}

// 0 - 1 - 2 - 3 - 4 - 0
static MPI_Comm make_ring(void) {
  const int size = kRanks, periodic = 1;
  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
  return ring;
}

// The same ranks backwards: 4 - 3 - 2 - 1 - 0, so that rank 4 has the first place.
static MPI_Comm make_line_backwards(void) {
  const int size = kRanks, periodic = 0;
  MPI_Comm backwards, line;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &backwards);
  MPI_Cart_create(backwards, 1, &size, &periodic, 0, &line);
  MPI_Comm_free(&backwards);
  return line;
}

// Rank 2 in the middle: 0 - 2, 4 - 2, 1 - 3.
static MPI_Comm make_graph(void) {
  const int index[kRanks] = {1, 2, 4, 5, 6}, edges[] = {2, 3, 0, 4, 1, 2};
  MPI_Comm graph;
  MPI_Graph_create(MPI_COMM_WORLD, kRanks, index, edges, 0, &graph);
  return graph;
}

// 0 -> 1 -> 2 -> 3 -> 4 -> 0: a rank gets data from the one before it alone.
static MPI_Comm make_distributed_graph(void) {
  const int from = (rank + kRanks - 1) % kRanks, to = (rank + 1) % kRanks;
  MPI_Comm graph;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &from, &(int){7}, 1, &to, &(int){7},
                                 MPI_INFO_NULL, 0, &graph);
  return graph;
}

static void cartesian(MPI_Comm comm) {
  int in[2] = {-1, -1};
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, comm);
  EXPECT(in[0] == (rank + kRanks - 1) % kRanks && in[1] == (rank + 1) % kRanks);
}

static void borders(MPI_Comm comm) {
  const int counts[2] = {1, 1}, places[2] = {0, 1};
  int in[2] = {-1, -1};
  MPI_Neighbor_allgatherv(&rank, 1, MPI_INT, in, counts, places, MPI_INT, comm);
  EXPECT(in[0] == (rank == kRanks - 1 ? -1 : rank + 1) && in[1] == rank - 1);
}

static void graph(MPI_Comm comm) {
  const int first[kRanks] = {2, 3, 0, 1, 2};
  int in[2] = {-1, -1}, out[2] = {rank, rank};
  MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, comm);
  EXPECT(in[0] == first[rank]);
}

static void distributed_graph(MPI_Comm comm) {
  const int one = 1, zero = 0;
  int in = -1;
  MPI_Neighbor_alltoallv(&rank, &one, &zero, MPI_INT, &in, &one, &zero, MPI_INT, comm);
  EXPECT(in == (rank + kRanks - 1) % kRanks);
}

static void duplicate(MPI_Comm comm) {
  const int counts[2] = {1, 1};
  const MPI_Aint places[2] = {0, sizeof(int)};
  const MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  int in[2] = {-1, -1}, out[2] = {rank, rank};
  MPI_Neighbor_alltoallw(out, counts, places, types, in, counts, places, types, comm);
  EXPECT(in[0] == (rank + kRanks - 1) % kRanks && in[1] == (rank + 1) % kRanks);
}

static void nonblocking(MPI_Comm comm) {
  int in[2] = {-1, -1}, out[2] = {rank, rank};
  MPI_Request request;
  MPI_Ineighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT(in[0] == (rank + kRanks - 1) % kRanks && in[1] == (rank + 1) % kRanks);
}

#if MPI_VERSION < 4 && defined(OPEN_MPI)
#include <mpi-ext.h>
#define MPI_Neighbor_allgather_init MPIX_Neighbor_allgather_init
#endif

static void persistent(MPI_Comm comm) {
  int in[2] = {-1, -1};
  MPI_Request request;
  MPI_Neighbor_allgather_init(&rank, 1, MPI_INT, in, 1, MPI_INT, comm, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  EXPECT(in[0] == (rank + kRanks - 1) % kRanks && in[1] == (rank + 1) % kRanks);
}

static void call(void (*function)(MPI_Comm), MPI_Comm comm) {
  begin_together();
  function(comm);
}

int main(int argc, char** argv) {
  int ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  EXPECT(ranks == kRanks);
  MPI_Comm copy;
  MPI_Comm comms[] = {make_ring(), make_line_backwards(), make_graph(), make_distributed_graph()};
  MPI_Comm_dup(comms[0], &copy);
  call(cartesian, comms[0]);
  call(borders, comms[1]);
  call(graph, comms[2]);
  call(distributed_graph, comms[3]);
  call(duplicate, copy);
  call(nonblocking, comms[0]);
  call(persistent, copy);
  MPI_Comm_free(&copy);
  for (int i = 0; i < 4; ++i) MPI_Comm_free(&comms[i]);
  MPI_Finalize();
  return 0;
}
