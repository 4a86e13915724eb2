// SPDX-License-Identifier: BSD-3-Clause
// Steps of equal work with a message around a ring and an agreement on the time in each. For a part
// of the run, one rank also rebuilds a table in every second step, and the others wait for it.
// Mostly asleep, so that a busy machine disturbs little. arguments: seconds in all, begin and end
// of the trouble in seconds
#include <stdlib.h>
#include <unistd.h>

#include "mpi_expect.h"

enum { kCells = 400, kStepUs = 50000, kRebuildUs = 300000, kSteps = 2 };

static double weights;

// This function is called far too often to be worth an event.
static double cell_weight(int cell) { return 1.0 / (cell + 1); }

static void advance(void) {
  for (int cell = 0; cell < kCells; ++cell) weights += cell_weight(cell);
  usleep(kStepUs);
}

static void rebuild_table(void) { usleep(kRebuildUs); }

static void exchange(int rank, int ranks) {
  int value = -1;
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % ranks, 1, &value, 1, MPI_INT,
               (rank + ranks - 1) % ranks, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT(value == (rank + ranks - 1) % ranks);
}

// Returns the time since `begin` by the rank whose clock is ahead.
static double agreed_time(double begin) {
  double own = MPI_Wtime() - begin, all = 0;
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return all;
}

int main(int argc, char** argv) {
  int rank, ranks, steps = 0;
  double time = 0;
  MPI_Init(&argc, &argv);
  EXPECT(argc == 4);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  for (; time < atof(argv[1]); time = agreed_time(begin), ++steps) {
    advance();
    const int is_trouble = time >= atof(argv[2]) && time < atof(argv[3]);
    if (is_trouble && rank == 1 && steps % kSteps == 0) rebuild_table();
    exchange(rank, ranks);
  }
  MPI_Finalize();
  if (rank == 0) printf("%s\n", steps > 0 && weights > 0 ? "done" : "nothing done");
  return 0;
}
