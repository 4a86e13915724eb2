// SPDX-License-Identifier: BSD-3-Clause
// Every wait state of MPI and OpenMP once, each in a function of its name.
// tests/e2e/wait_states_test.py has the table of who waits where. Four ranks. Messages and
// collective operations are here.
#include "wait_states.h"

#include <stdlib.h>
#include <time.h>

#include "mpi_expect.h"
#include "slow_mpi.h"

enum {
  kPauseNs = 20000000,
  kMore = 4  // some waits are only believed if there are several of their kind
};

int rank;

void work(int milliseconds) { slow_sleep(milliseconds); }

// Takes no core from others, as a blocking call would.
static void complete(MPI_Request request) {
  int done = 0;
  while (!done) {
    work(1);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  }
}

void begin_together(void) {
  MPI_Request request;
  struct timespec now;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  complete(request);
  clock_gettime(CLOCK_MONOTONIC, &now);
  long long start_ns = now.tv_sec * 1000000000LL + now.tv_nsec + kPauseNs;
  MPI_Ibcast(&start_ns, 1, MPI_LONG_LONG, 0, MPI_COMM_WORLD, &request);
  complete(request);
  const struct timespec start = {start_ns / 1000000000, start_ns % 1000000000};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &start, NULL);
}

void late(int who) {
  if (rank == who) work(kDelayMs);
}

static void give(int to, int tag) { MPI_Send(&rank, 1, MPI_INT, to, tag, MPI_COMM_WORLD); }

static void insist(int to, int tag) { MPI_Ssend(&rank, 1, MPI_INT, to, tag, MPI_COMM_WORLD); }

static void take(int from, int tag) {
  int value = -1;
  MPI_Recv(&value, 1, MPI_INT, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT(value == from);
}

static void late_sender(void) {
  late(0);
  if (rank == 0) give(1, 0);
  if (rank == 1) take(0, 0);
}

static void wrong_order_of_one_source(void) {
  if (rank == 0) {
    give(1, 1);
    late(0);
    give(1, 2);
  }
  if (rank == 1) {
    take(0, 2);
    take(0, 1);
  }
}

static void wrong_order_of_two_sources(void) {
  late(0);
  if (rank == 0) give(1, 0);
  if (rank == 2) give(1, 0);
  if (rank == 1) {
    take(0, 0);
    take(2, 0);
  }
}

static void late_receiver(void) {
  late(1);
  if (rank == 0) insist(1, 0);
  if (rank == 1) take(0, 0);
}

static void late_receiver_in_wrong_order_of_one_source(void) {
  late(1);
  if (rank == 0) {
    give(1, 1);
    insist(1, 2);
  }
  if (rank == 1) {
    take(0, 2);
    take(0, 1);
  }
}

static void late_receiver_in_wrong_order_of_two_sources(void) {
  late(1);
  if (rank == 2) {
    give(1, 0);
    give(0, 0);  // rank 0 is to send after rank 2
  }
  if (rank == 0) {
    take(2, 0);
    insist(1, 0);
  }
  if (rank == 1) {
    take(0, 0);
    take(2, 0);
  }
}

// Rank 1 has posted its receive, but is outside of MPI when rank 0 sends.
static void send_without_progress(void) {
  MPI_Request request;
  int value = -1;
  if (rank == 1) MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  begin_together();
  late(1);
  if (rank == 0) insist(1, 0);
  if (rank == 1) MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void late_progress(void) { send_without_progress(); }

static void more_late_progress(void) {
  for (int i = 0; i < kMore; ++i) send_without_progress();
}

static void wait_at_barrier(void) {
  late(1);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void barrier_completion(void) {
  slow_after = rank == 1;
  MPI_Barrier(MPI_COMM_WORLD);
}

static void allreduce(void) {
  int sum = 0;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  EXPECT(sum == kRanks * (kRanks - 1) / 2);
}

static void wait_at_nxn(void) {
  late(1);
  allreduce();
}

static void nxn_completion(void) {
  slow_after = rank == 1;
  allreduce();
}

static void late_broadcast(void) {
  int value = rank;
  late(0);
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  EXPECT(value == 0);
}

static void early_reduce(void) {
  int sum = 0;
  late(3);
  MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void early_scan(void) {
  int sum = 0;
  late(0);
  MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  EXPECT(sum == rank * (rank + 1) / 2);
}

// The library passes the root's data on to rank 3 through one of the others.
static void broadcast_through_others(void) {
  int value = rank;
  begin_together();
  late(1);
  late(2);
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  EXPECT(value == 0);
}

static void inner_wait(void) { broadcast_through_others(); }

static void more_inner_waits(void) {
  for (int i = 0; i < kMore; ++i) broadcast_through_others();
}

static void wait_for_neighbors(void) {
  const int size = kRanks, periodic = 1;
  MPI_Comm ring;
  int in[2] = {-1, -1};
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
  begin_together();
  late(1);
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, ring);
  EXPECT(in[0] == (rank + kRanks - 1) % kRanks && in[1] == (rank + 1) % kRanks);
  MPI_Comm_free(&ring);
}

static void alltoallv_overlap(void) {
  int in[kRanks], out[kRanks], counts[kRanks], places[kRanks];
  for (int i = 0; i < kRanks; ++i) {
    in[i] = rank;
    counts[i] = 1;
    places[i] = i;
  }
  late(1);
  MPI_Alltoallv(in, counts, places, MPI_INT, out, counts, places, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < kRanks; ++i) EXPECT(out[i] == i);
}

static void wait_at_finalize(void) {
  late(1);
  MPI_Finalize();
}

int main(int argc, char** argv) {
  static void (*const parts[])(void) = {late_sender,
                                        wrong_order_of_one_source,
                                        wrong_order_of_two_sources,
                                        late_receiver,
                                        late_receiver_in_wrong_order_of_one_source,
                                        late_receiver_in_wrong_order_of_two_sources,
                                        late_progress,
                                        more_late_progress,
                                        wait_at_barrier,
                                        barrier_completion,
                                        wait_at_nxn,
                                        nxn_completion,
                                        late_broadcast,
                                        early_reduce,
                                        early_scan,
                                        inner_wait,
                                        more_inner_waits,
                                        wait_for_neighbors,
                                        alltoallv_overlap};
  int provided, ranks;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  EXPECT(ranks == kRanks);
  for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
    begin_together();
    parts[i]();
  }
  one_sided_waits();
  openmp_waits();
  begin_together();
  wait_at_finalize();
  return 0;
}
