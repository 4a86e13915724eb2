// SPDX-License-Identifier: BSD-3-Clause
// Makes a grid of 2 x 3 ranks that is periodic in its first dimension, from the ranks of the world
// in reverse order, twice; names its rows; and sends messages along the rings. Further ranks stay
// out of the grid. With an argument, the last rank of the grid kills itself before MPI ends.
#include <signal.h>

#include "mpi_expect.h"

enum { kRows = 2, kColumns = 3 };

static MPI_Comm grid_of(MPI_Comm comm) {
  const int sizes[2] = {kRows, kColumns}, periods[2] = {1, 0};
  MPI_Comm grid;
  MPI_Cart_create(comm, 2, sizes, periods, 0, &grid);
  return grid;
}

static void send_around(MPI_Comm grid, MPI_Comm row) {
  int rank, place[2], from, to, received = -1, columns;
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_coords(grid, rank, 2, place);
  EXPECT(rank == place[0] * kColumns + place[1]);
  MPI_Cart_shift(grid, 0, 1, &from, &to);
  MPI_Sendrecv(&rank, 1, MPI_INT, to, 1, &received, 1, MPI_INT, from, 1, grid, MPI_STATUS_IGNORE);
  EXPECT(received == from);
  MPI_Allreduce(&(int){1}, &columns, 1, MPI_INT, MPI_SUM, row);
  EXPECT(columns == kColumns);
}

int main(int argc, char** argv) {
  MPI_Comm backwards, grid, again, row;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &backwards);
  grid = grid_of(backwards);
  again = grid_of(backwards);
  EXPECT((grid == MPI_COMM_NULL) == (rank == 0));
  if (grid != MPI_COMM_NULL) {
    const int remain[2] = {0, 1};
    MPI_Cart_sub(grid, remain, &row);
    if (rank > kColumns) MPI_Comm_set_name(row, "upper row");
    send_around(grid, row);
    MPI_Comm_free(&row);
    MPI_Comm_free(&again);
    MPI_Comm_free(&grid);
  }
  MPI_Comm_free(&backwards);
  MPI_Barrier(MPI_COMM_WORLD);
  if (argc > 1 && rank == 1) raise(SIGKILL);
  MPI_Finalize();
  return 0;
}
