// SPDX-License-Identifier: BSD-3-Clause
// The same late messages and late collective operations in several forms of MPI's functions:
//   plain        non-blocking calls
//   large        those for large counts
//   persistent   persistent requests
//   partitioned  a partitioned message, which is started before the work that makes it late
// Rank 0 is late to send, rank 1 for the collective operation.
// usage: late_forms FORM STEPS MILLISECONDS
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

enum { kInts = 4096, kPartitions = 4 };

static int rank, steps;
static long milliseconds;
static int out[kInts], in[kInts];

static void work(void) {
  const struct timespec time = {0, milliseconds * 1000000};
  nanosleep(&time, NULL);
}

static void wait_for(MPI_Request* request) { MPI_Wait(request, MPI_STATUS_IGNORE); }

// Works if `late`, then starts a persistent request and waits for it.
static void start_and_wait(MPI_Request* request, int late) {
  if (late) work();
  MPI_Start(request);
  wait_for(request);
}

static void plain(void) {
  MPI_Request request;
  for (int step = 0; step < steps; ++step) {
    if (rank == 0) {
      work();
      MPI_Isend(out, kInts, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    } else {
      MPI_Irecv(in, kInts, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    }
    wait_for(&request);
    if (rank == 1) work();
    MPI_Iallreduce(out, in, kInts, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    wait_for(&request);
  }
}

#if MPI_VERSION >= 4
#define HAS_LARGE
static void large(void) {
  MPI_Request request;
  for (int step = 0; step < steps; ++step) {
    if (rank == 0) {
      work();
      MPI_Isend_c(out, kInts, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    } else {
      MPI_Irecv_c(in, kInts, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    }
    wait_for(&request);
    if (rank == 1) work();
    MPI_Iallreduce_c(out, in, kInts, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    wait_for(&request);
  }
}
#endif

#if MPI_VERSION >= 4 || defined OMPI_HAVE_MPI_EXT_PCOLLREQ
#define HAS_PERSISTENT
static MPI_Request allreduce(void) {
  MPI_Request request;
#if MPI_VERSION >= 4
  MPI_Allreduce_init(out, in, kInts, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
#else
  MPIX_Allreduce_init(out, in, kInts, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
#endif
  return request;
}

static void persistent(void) {
  MPI_Request message, sum = allreduce();
  if (rank == 0)
    MPI_Send_init(out, kInts, MPI_INT, 1, 0, MPI_COMM_WORLD, &message);
  else
    MPI_Recv_init(in, kInts, MPI_INT, 0, 0, MPI_COMM_WORLD, &message);
  for (int step = 0; step < steps; ++step) {
    start_and_wait(&message, rank == 0);
    start_and_wait(&sum, rank == 1);
  }
  MPI_Request_free(&message);
  MPI_Request_free(&sum);
}
#endif

#if MPI_VERSION >= 4
#define HAS_PARTITIONED
static void partitioned(void) {
  MPI_Request message, sum = allreduce();
  if (rank == 0)
    MPI_Psend_init(out, kPartitions, kInts / kPartitions, MPI_INT, 1, 0, MPI_COMM_WORLD,
                   MPI_INFO_NULL, &message);
  else
    MPI_Precv_init(in, kPartitions, kInts / kPartitions, MPI_INT, 0, 0, MPI_COMM_WORLD,
                   MPI_INFO_NULL, &message);
  for (int step = 0; step < steps; ++step) {
    MPI_Start(&message);
    if (rank == 0) {
      MPI_Pready_range(0, kPartitions - 2, message);
      work();
      MPI_Pready(kPartitions - 1, message);
    }
    wait_for(&message);
    start_and_wait(&sum, rank == 1);
  }
  MPI_Request_free(&message);
  MPI_Request_free(&sum);
}
#endif

int main(int argc, char** argv) {
  const struct {
    const char* name;
    void (*run)(void);
  } forms[] = {
      {"plain", plain},
#ifdef HAS_LARGE
      {"large", large},
#endif
#ifdef HAS_PERSISTENT
      {"persistent", persistent},
#endif
#ifdef HAS_PARTITIONED
      {"partitioned", partitioned},
#endif
  };
  const size_t number = sizeof forms / sizeof forms[0];
  if (argc == 1)  // says which forms there are
    for (size_t i = 0; i < number; ++i) puts(forms[i].name);
  if (argc < 4) return argc != 1;
  steps = atoi(argv[2]);
  milliseconds = atol(argv[3]);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (size_t i = 0; i < number; ++i)
    if (strcmp(forms[i].name, argv[1]) == 0) forms[i].run();
  MPI_Finalize();
  return 0;
}
