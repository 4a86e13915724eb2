// SPDX-License-Identifier: BSD-3-Clause
// What MPI knows of how the program was started, before MPI begins.
#include "mpi_expect.h"

int main(int argc, char** argv) {
  MPI_Info info;
  EXPECT(MPI_Info_create_env(argc, argv, &info) == MPI_SUCCESS);
  MPI_Info_free(&info);
  MPI_Init(&argc, &argv);
  EXPECT(MPI_Info_create_env(argc, argv, &info) == MPI_SUCCESS);
  MPI_Info_free(&info);
  MPI_Finalize();
  return 0;
}
