// SPDX-License-Identifier: BSD-3-Clause
// Measures the cost of small MPI calls on one rank, without the disturbance of other processes: a
// call without a message and a message to itself. Prints for each the name and nanoseconds per
// call, the median and the mean over many batches; the difference between runs with and without
// measurement is the price of recording.
// With `stacks`, it calls MPI_Comm_rank instead: at one place below DEPTH more functions, from two
// places of a function in turn, and from two functions in turn. With `polls`, it makes calls that
// test in vain and prints the shortest batch of each instead of the mean. With `messages`, two
// ranks exchange small messages, and the times are those of rank 0 for all calls of an exchange.
// usage: mpi_call_cost [batches [stacks|polls|messages]]
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { kCallsPerBatch = 200 };

static double now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static void comm_rank(void) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
}

static void iprobe(void) {
  int flag;
  MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

// One call with two records: a send and a receive.
static void sendrecv(void) {
  char out = 0, in;
  MPI_Sendrecv(&out, 1, MPI_CHAR, 0, 0, &in, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void allreduce(void) {
  int out = 1, in;
  MPI_Allreduce(&out, &in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

// The write behind a call prevents a tail call and differs between call sites.
static volatile int done;
#define PLAIN __attribute__((noinline))

PLAIN static void one_function(void) {
  comm_rank();
  ++done;
}

PLAIN static void other_function(void) {
  comm_rank();
  done += 2;
}

static int turn;

static void two_places(void) {
  int rank;
  if (turn++ % 2 == 0) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    ++done;
  } else {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    done += 2;
  }
}

static void two_functions(void) {
  if (turn++ % 2 == 0)
    one_function();
  else
    other_function();
}

enum { kRequests = 16 };
static MPI_Request requests[kRequests];

static void test(void) {
  int flag;
  MPI_Test(requests, &flag, MPI_STATUS_IGNORE);
}

static void testany(int count) {
  int index, flag;
  MPI_Status status;
  MPI_Testany(count, requests, &index, &flag, &status);
}

static void testany_1(void) { testany(1); }
static void testany_2(void) { testany(2); }
static void testany_16(void) { testany(kRequests); }

static double* sorted_costs(void (*call)(void), int batches, double* sum) {
  double* const cost = malloc(sizeof(double) * (size_t)batches);
  *sum = 0;
  for (int batch = 0; batch < batches; ++batch) {
    const double begin = now_ns();
    for (int i = 0; i < kCallsPerBatch; ++i) call();
    cost[batch] = (now_ns() - begin) / kCallsPerBatch;
    *sum += cost[batch];
  }
  qsort(cost, (size_t)batches, sizeof(double), compare);
  return cost;
}

static void measure(const char* name, void (*call)(void), int batches) {
  double sum;
  double* const cost = sorted_costs(call, batches, &sum);
  printf("%s %.2f %.2f\n", name, cost[batches / 2], sum / batches);
  free(cost);
}

static void measure_minimum(const char* name, void (*call)(void), int batches) {
  double sum;
  double* const cost = sorted_costs(call, batches, &sum);
  printf("%s %.2f %.2f\n", name, cost[batches / 2], cost[0]);
  free(cost);
}

PLAIN static void below(int depth, const char* name, void (*call)(void), int batches) {
  if (depth > 0)
    below(depth - 1, name, call, batches);
  else
    measure(name, call, batches);
  ++done;
}

static void measure_stacks(int batches) {
  measure("MPI_Comm_rank", comm_rank, batches);
  below(10, "MPI_Comm_rank/10", comm_rank, batches);
  below(50, "MPI_Comm_rank/50", comm_rank, batches);
  measure("MPI_Comm_rank/places", two_places, batches);
  measure("MPI_Comm_rank/functions", two_functions, batches);
}

static void measure_polls(int batches) {
  char in[kRequests], out = 0;
  for (int i = 0; i < kRequests; ++i)
    MPI_Irecv(&in[i], 1, MPI_CHAR, 0, i, MPI_COMM_WORLD, &requests[i]);
  measure_minimum("MPI_Test", test, batches);
  measure_minimum("MPI_Testany/1", testany_1, batches);
  measure_minimum("MPI_Testany/2", testany_2, batches);
  measure_minimum("MPI_Testany/16", testany_16, batches);
  measure_minimum("MPI_Iprobe", iprobe, batches);
  for (int i = 0; i < kRequests; ++i) MPI_Send(&out, 1, MPI_CHAR, 0, i, MPI_COMM_WORLD);
  MPI_Waitall(kRequests, requests, MPI_STATUSES_IGNORE);
}

static int rank;

// There and back, so that no message overtakes the other rank.
static void send_and_receive(void) {
  char byte = 0;
  if (rank == 0) {
    MPI_Send(&byte, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(&byte, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&byte, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&byte, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
  }
}

static void exchange(void) {
  char out = 0, in;
  MPI_Request both[2];
  MPI_Irecv(&in, 1, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, &both[0]);
  MPI_Isend(&out, 1, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, &both[1]);
  MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
}

static void measure_on_rank_0(const char* name, void (*call)(void), int batches) {
  double sum;
  double* const cost = sorted_costs(call, batches, &sum);
  if (rank == 0) printf("%s %.2f %.2f\n", name, cost[batches / 2], sum / batches);
  free(cost);
}

static void measure_messages(int batches) {
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  measure_on_rank_0("MPI_Send+Recv", send_and_receive, batches);
  measure_on_rank_0("MPI_Isend+Irecv+Waitall", exchange, batches);
  measure_on_rank_0("MPI_Allreduce", allreduce, batches);
}

int main(int argc, char** argv) {
  const int batches = argc > 1 ? atoi(argv[1]) : 2000;
  MPI_Init(&argc, &argv);
  if (argc > 2) {
    (strcmp(argv[2], "stacks") == 0     ? measure_stacks
     : strcmp(argv[2], "messages") == 0 ? measure_messages
                                        : measure_polls)(batches);
    MPI_Finalize();
    return 0;
  }
  measure("MPI_Comm_rank", comm_rank, batches);
  measure("MPI_Iprobe", iprobe, batches);
  measure("MPI_Sendrecv", sendrecv, batches);
  measure("MPI_Allreduce", allreduce, batches);
  MPI_Finalize();
  return 0;
}
