// SPDX-License-Identifier: BSD-3-Clause
// Another tool, preloaded: its wrappers make calls of their own, which are no calls of the program,
// and it says so if arguments do not arrive as tests/programs/counted_calls.c passes them.
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int MPI_Allreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op operation,
                  MPI_Comm comm) {
  int flag;
  PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &flag, MPI_STATUS_IGNORE);
  MPI_Topo_test(comm, &flag);
  return PMPI_Allreduce(from, to, count, type, operation, comm);
}

int MPI_Pcontrol(const int level, ...) {
  va_list more;
  va_start(more, level);
  int good = level == 9;
  good &= va_arg(more, double) == 1.5;
  good &= va_arg(more, int) == 2;
  good &= va_arg(more, double) == 3.5;
  good &= va_arg(more, long) == 4;
  for (int i = 5; i < 8; ++i) good &= va_arg(more, int) == i;
  good &= va_arg(more, double) == 8.5;
  va_end(more);
  if (!good) {
    fputs("the arguments of MPI_Pcontrol are not those of the program\n", stderr);
    exit(3);
  }
  return PMPI_Pcontrol(level);
}
