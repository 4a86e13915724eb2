/* SPDX-License-Identifier: BSD-3-Clause */
/* A wavefront: the ranks of a line work on the blocks of a sweep one behind the other, because each
   needs the edge that its neighbor has computed for the same block. A step sweeps down the line and
   up again. In the first sweep of a step the last rank begins late, and the first rank is done
   early. More blocks make both shorter.

   usage: wavefront [steps [blocks [milliseconds per block]]] */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { tag = 3 };

static int rank, ranks, blocks = 4, milliseconds = 4;

static long relax(long edge, int block) {
  const struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&pause, NULL);
  return (edge * 31 + rank + block) % 1000003;
}

/* direction: 1 down the line, -1 up */
static long sweep(int direction) {
  const int from = rank - direction, to = rank + direction;
  long sum = 0;
  for (int block = 0; block < blocks; ++block) {
    long edge = block;
    if (from >= 0 && from < ranks)
      MPI_Recv(&edge, 1, MPI_LONG, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    edge = relax(edge, block);
    if (to >= 0 && to < ranks) MPI_Send(&edge, 1, MPI_LONG, to, tag, MPI_COMM_WORLD);
    sum += edge;
  }
  return sum;
}

static long sum_of_all(long own) {
  long all = 0;
  MPI_Allreduce(&own, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

static long sweep_down(void) { return sum_of_all(sweep(1)); }
static long sweep_up(void) { return sum_of_all(sweep(-1)); }

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int steps = argc > 1 ? atoi(argv[1]) : 3;
  if (argc > 2) blocks = atoi(argv[2]);
  if (argc > 3) milliseconds = atoi(argv[3]);

  MPI_Barrier(MPI_COMM_WORLD);
  long total = 0;
  for (int step = 0; step < steps; ++step) total += sweep_down() + sweep_up();
  if (rank == 0) printf("wavefront: %d ranks, checksum %ld\n", ranks, total % 1000003);
  MPI_Finalize();
  return 0;
}
