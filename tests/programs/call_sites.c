// SPDX-License-Identifier: BSD-3-Clause
// Calls of one function of MPI at several lines of one function, and at two addresses of one line.
// The test finds the lines by the comments at their ends. usage: call_sites STEPS
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

static const int kTag = 7;

// Compilers duplicate code; here two calls stand in one line.
#define RECEIVE_EITHER(first)                                             \
  if (first)                                                              \
    MPI_Recv(&a, 1, MPI_INT, 0, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE); \
  else                                                                    \
    MPI_Recv(&b, 1, MPI_DOUBLE, 0, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE)

__attribute__((noinline)) static int receive_step(int step) {
  int a = 0;
  double b = 0;
  MPI_Recv(&a, 1, MPI_INT, 0, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);     // late
  MPI_Recv(&b, 1, MPI_DOUBLE, 0, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // soon
  RECEIVE_EITHER(step % 2 == 0);                                            // either
  return a + (int)b;
}

// This is a single call site, which needs no distinction.
__attribute__((noinline)) static void send(const void* value, MPI_Datatype type) {
  MPI_Send(value, 1, type, 1, kTag, MPI_COMM_WORLD);  // send
  __asm__ volatile("");
}

__attribute__((noinline)) static void send_step(int step) {
  const int a = step;
  const double b = step;
  usleep(20000);
  send(&a, MPI_INT);
  send(&b, MPI_DOUBLE);
  if (step % 2 == 0)
    send(&a, MPI_INT);
  else
    send(&b, MPI_DOUBLE);
}

int main(int argc, char** argv) {
  const int steps = argc > 1 ? atoi(argv[1]) : 10;
  int rank = 0;
  int sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int step = 0; step < steps; ++step) {
    if (rank == 0) send_step(step);
    if (rank == 1) sum += receive_step(step);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return sum < 0;
}
