// SPDX-License-Identifier: BSD-3-Clause
// Steps with a collective operation in each and a message around a ring, for some time.
// argument: milliseconds
#include <time.h>
#include <unistd.h>

#include "mpi_expect.h"

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

int main(int argc, char** argv) {
  int rank, ranks, goes_on = 1;
  const double until = now_ms() + (argc > 1 ? atof(argv[1]) : 0);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  while (goes_on) {
    int value = -1;
    usleep(2000);
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % ranks, 1, &value, 1, MPI_INT,
                 (rank + ranks - 1) % ranks, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT(value == (rank + ranks - 1) % ranks);
    goes_on = rank == 0 && now_ms() < until;
    MPI_Bcast(&goes_on, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  if (rank == 0) printf("done\n");
  return 0;
}
