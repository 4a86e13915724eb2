// SPDX-License-Identifier: BSD-3-Clause
// A persistent barrier, started twice.
#include "mpi_expect.h"

int main(int argc, char** argv) {
  MPI_Request barrier;
  MPI_Init(&argc, &argv);
  EXPECT(MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &barrier) == MPI_SUCCESS);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&barrier);
    MPI_Wait(&barrier, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&barrier);
  MPI_Finalize();
  return 0;
}
