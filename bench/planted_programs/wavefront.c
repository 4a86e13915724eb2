// SPDX-License-Identifier: BSD-3-Clause
// Sweeps over a grid with `columns` ranks in a row, from its corners in turn: each rank receives
// from two neighbors, computes a block and sends to the other two. With `meet` all ranks meet after
// each sweep.
#include <mpi.h>

#include "planted.h"

static int neighbour(int columns, int dx, int dy) {
  const int x = planted.rank % columns + dx, y = planted.rank / columns + dy;
  return x >= 0 && x < columns && y >= 0 && y < planted.ranks / columns ? y * columns + x
                                                                        : MPI_PROC_NULL;
}

static void compute_block(int base) { work("compute_block", base); }

static void receive(int columns, int dx, int dy) {
  double value;
  MPI_Recv(&value, 1, MPI_DOUBLE, neighbour(columns, -dx, 0), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&value, 1, MPI_DOUBLE, neighbour(columns, 0, -dy), 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void send_on(int columns, int dx, int dy) {
  const double value = planted.step;
  MPI_Send(&value, 1, MPI_DOUBLE, neighbour(columns, dx, 0), 1, MPI_COMM_WORLD);
  MPI_Send(&value, 1, MPI_DOUBLE, neighbour(columns, 0, dy), 2, MPI_COMM_WORLD);
}

static void sweep(int columns, int blocks, int base) {
  const int dx = planted.step % 2 == 0 ? 1 : -1, dy = planted.step / 2 % 2 == 0 ? 1 : -1;
  for (int block = 0; block < blocks; ++block) {
    receive(columns, dx, dy);
    compute_block(base);
    send_on(columns, dx, dy);
  }
}

int main(int arguments, char** argument) {
  start(arguments, argument);
  const int steps = number("steps", 8), base = number("base", 8000), columns = number("columns", 2);
  for (planted.step = 0; planted.step < steps; ++planted.step) {
    sweep(columns, number("blocks", 3), base);
    if (given("meet")) MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
