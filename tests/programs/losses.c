// SPDX-License-Identifier: BSD-3-Clause
// One kernel for each kind of loss that a diagnosis from samples finds, and some that have none,
// each some two seconds long. Work is time that passes, in steps shorter than any sampling period,
// so that ranks that share a core lose nothing to each other and waits are as long as they were
// planned. Functions are named after what they do: the test looks for them. usage: losses KERNEL
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int rank;
static int size;
static int worked;
static double waited;  // seconds in the calls of kernels that lose nothing if the machine is idle

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// Leaves the core to others nearly all the time. Returns an unused value, which prevents a tail
// call.
static int pass(int ms) {
  const double end = now() + 1e-3 * ms;
  const struct timespec step = {0, 500000};
  int steps = 0;
  while (now() < end) steps += 1 + nanosleep(&step, NULL);
  return steps;
}

static void barrier(void) {
  const double begin = now();
  MPI_Barrier(MPI_COMM_WORLD);
  waited += now() - begin;
}

// --- work: one function each, so that call paths say which it was; equal ones are not made one

#define WORK __attribute__((noinline, no_icf)) static void

WORK even_work(int ms) { worked += pass(ms); }
WORK uneven_work(int ms) { worked += pass(ms); }
WORK first_work(int ms) { worked += pass(ms); }
WORK second_work(int ms) { worked += pass(ms); }
WORK serial_work(int ms) { worked += pass(ms); }
WORK left_work(int ms) { worked += pass(ms); }
WORK right_work(int ms) { worked += pass(ms); }

// --- kernels

// The last rank has twice the work of the others: 50 ms in each of 20 steps.
static void imbalance(void) {
  for (int step = 0; step < 20; ++step) {
    uneven_work(rank == size - 1 ? 100 : 50);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

// The excess of one half before is the excess of the other behind, except for 60 ms.
static void evened_out(void) {
  for (int step = 0; step < 12; ++step) {
    first_work(rank < size / 2 ? 120 : 20);
    second_work(rank < size / 2 ? 20 : 60);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

static void serialization(void) {
  for (int step = 0; step < 10; ++step) {
    if (rank == 1) serial_work(200);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

// Ranks form the rows of a grid: those at its border have less to do.
static void grid_border(void) {
  const int columns = 3;
  const int row = rank / columns;
  const int is_border =
      row == 0 || row == size / columns - 1 || rank % columns == 0 || rank % columns == columns - 1;
  for (int step = 0; step < 20; ++step) {
    uneven_work(is_border ? 60 : 100);
    double sum = 1;
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
}

// Two halves do different things; the right one takes `ms`.
static void two_groups(int right_ms) {
  for (int step = 0; step < 15; ++step) {
    if (rank < size / 2)
      left_work(50);
    else
      right_work(right_ms);
    barrier();
  }
}

static void groups_even(void) { two_groups(50); }
static void groups_uneven(void) { two_groups(110); }

// Every rank asks again and again whether its message has come, which is sent late.
static void frequent_calls(void) {
  const int to = (rank + 1) % size;
  const int from = (rank + size - 1) % size;
  for (int step = 0; step < 20; ++step) {
    int number = step;
    int has_come = 0;
    MPI_Request request;
    MPI_Irecv(&number, 1, MPI_INT, from, step, MPI_COMM_WORLD, &request);
    even_work(50);
    const double sending = now() + 0.05;
    int is_sent = 0;
    while (!has_come || !is_sent) {
      MPI_Test(&request, &has_come, MPI_STATUS_IGNORE);
      if (!is_sent && now() > sending) {
        MPI_Send(&step, 1, MPI_INT, to, step, MPI_COMM_WORLD);
        is_sent = 1;
      }
    }
  }
}

// All ranks send to many others at once, with at most `limit` requests pending.
static void pending_requests(int limit) {
  MPI_Request *requests = malloc((size_t)limit * sizeof *requests);
  const int count = 9600;
  for (int message = 0; message < count; message += limit) {
    for (int at = 0; at < limit; ++at) {
      const int partner = (rank + 1 + (message + at) % (size - 1)) % size;
      MPI_Isend(&rank, 1, MPI_INT, partner, 1, MPI_COMM_WORLD, &requests[at]);
    }
    int all_done = 0;
    int got = 0;
    while (!all_done || got < limit) {
      int has_come = 0;
      int number = 0;
      MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &has_come, MPI_STATUS_IGNORE);
      if (has_come) {
        MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        ++got;
      }
      MPI_Testall(limit, requests, &all_done, MPI_STATUSES_IGNORE);
    }
  }
  free(requests);
}

static void pending_many(void) { pending_requests(16); }

// Pairs take turns: one works for 60 ms while the other waits for its message.
static void late_partner(void) {
  for (int turn = 0; turn < 30; ++turn) {
    int number = turn;
    if (rank % 2 == turn % 2) {
      even_work(60);
      MPI_Send(&number, 1, MPI_INT, rank ^ 1, 0, MPI_COMM_WORLD);
    } else {
      MPI_Recv(&number, 1, MPI_INT, rank ^ 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
}

// Two ranks, which have the cores to themselves, exchange messages of 256 MiB.
static void large_message(void) {
  const int bytes = 256 << 20;
  char *buffer = malloc((size_t)bytes);
  memset(buffer, rank, (size_t)bytes);
  const double end = now() + 2;
  int goes_on = 1;
  while (rank < 2 && goes_on) {
    goes_on = now() < end;
    buffer[0] = (char)goes_on;
    if (rank == 0)
      MPI_Send(buffer, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    else
      MPI_Recv(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    goes_on = buffer[0];
  }
  if (rank >= 2) even_work(2000);
  free(buffer);
}

// Each rank writes pieces of 128 MiB into a file of its own.
static void large_io(void) {
  const int bytes = 128 << 20;
  char *buffer = malloc((size_t)bytes);
  memset(buffer, rank, (size_t)bytes);
  char name[64];
  snprintf(name, sizeof name, "losses.%d.data", rank);
  MPI_File file;
  MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  const double end = now() + 2;
  while (now() < end) {
    MPI_File_write_at(file, 0, buffer, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
    even_work(20);
  }
  MPI_File_close(&file);
  free(buffer);
}

static void balanced(void) {
  for (int step = 0; step < 20; ++step) {
    even_work(80);
    barrier();
  }
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(void);
  } kernels[] = {
      {"balanced", balanced},
      {"imbalance", imbalance},
      {"evened_out", evened_out},
      {"serialization", serialization},
      {"grid_border", grid_border},
      {"groups_even", groups_even},
      {"groups_uneven", groups_uneven},
      {"frequent_calls", frequent_calls},
      {"pending_requests", pending_many},
      {"late_partner", late_partner},
      {"large_message", large_message},
      {"large_io", large_io},
  };
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  barrier();
  int was_run = 0;
  for (size_t at = 0; at < sizeof kernels / sizeof *kernels; ++at)
    if (argc == 2 && strcmp(argv[1], kernels[at].name) == 0) {
      kernels[at].run();
      was_run = 1;
    }
  if (!was_run) fprintf(stderr, "usage: losses KERNEL\n");
  const double begin = now();
  MPI_Finalize();
  printf("waited %f\n", waited + now() - begin);
  return was_run ? 0 : 2;
}
