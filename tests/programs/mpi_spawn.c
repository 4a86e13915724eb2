// SPDX-License-Identifier: BSD-3-Clause
// A program that starts two processes of itself, sends each of them a message over the communicator
// between them, gets an answer over one that both sides form, and ends when they do.
#include <string.h>

#include "mpi_expect.h"

enum { kChildren = 2 };

static void parent(char* program) {
  char* arguments[] = {"child", NULL};
  int codes[kChildren], rank, size, sum = 0;
  MPI_Comm children, all;
  EXPECT(MPI_Comm_spawn(program, arguments, kChildren, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                        codes) == MPI_SUCCESS);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    for (int child = 0; child < kChildren; ++child)
      MPI_Send(&child, 1, MPI_INT, child, 3, children);
  MPI_Intercomm_merge(children, 0, &all);
  MPI_Comm_size(all, &size);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, all);
  EXPECT(sum == (size - kChildren) * (size - kChildren - 1) / 2 + 100 * kChildren);
  MPI_Comm_free(&all);
  MPI_Comm_disconnect(&children);
}

static void child(MPI_Comm parents) {
  int rank, number = -1, sum = 0;
  const int mine = 100;
  MPI_Comm all;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Recv(&number, 1, MPI_INT, 0, 3, parents, MPI_STATUS_IGNORE);
  EXPECT(number == rank);
  MPI_Intercomm_merge(parents, 1, &all);
  MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, all);
  MPI_Comm_free(&all);
  MPI_Comm_disconnect(&parents);
}

int main(int argc, char** argv) {
  MPI_Comm parents;
  MPI_Init(&argc, &argv);
  MPI_Comm_get_parent(&parents);
  if (argc > 1 && strcmp(argv[1], "child") == 0)
    child(parents);
  else
    parent(argv[0]);
  MPI_Finalize();
  return 0;
}
