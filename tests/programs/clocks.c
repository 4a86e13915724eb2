// SPDX-License-Identifier: BSD-3-Clause
// Meets in collective operations for some seconds, so that clocks can be compared meanwhile.
// usage: clocks SECONDS single|serialized|multiple KIND
// KIND  barrier    barriers of MPI_COMM_WORLD
//       duplicate  reductions of a duplicate, some of nothing, and on rank 1 some in pauses
//       ring       only messages from each rank to the next; one rank after the other comes late
//       none       only messages and broadcasts, from which rank 0 goes on before others come there
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void fail(const char* what) {
  fprintf(stderr, "clocks: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static int rank, size;

// Rank 0 goes on from its broadcast; only then the others come there.
static void no_meeting(MPI_Comm comm) {
  int word = rank == 0 ? 4711 : 0;
  int go = 0;
  if (rank == 0) {
    MPI_Bcast(&word, 1, MPI_INT, 0, comm);
    for (int other = 1; other < size; ++other) MPI_Send(&go, 1, MPI_INT, other, 0, comm);
  } else {
    MPI_Recv(&go, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    MPI_Bcast(&word, 1, MPI_INT, 0, comm);
  }
  if (word != 4711) fail("the broadcast brought something else");
}

static void ring(double seconds) {
  const useconds_t late_us = 20000;
  const int steps = (int)(seconds * 1e6 / late_us);
  int word = 0;
  for (int step = 0; step < steps; ++step) {
    if (step % size == rank) usleep(late_us);
    MPI_Send(&step, 1, MPI_INT, (rank + 1) % size, 2, MPI_COMM_WORLD);
    MPI_Recv(&word, 1, MPI_INT, (rank + size - 1) % size, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (word != step) fail("the message of another step");
  }
}

// Returns whether rank 0 wants to go on.
static int goes_on(double end, MPI_Comm comm, int meets) {
  int on = MPI_Wtime() < end;
  if (meets) {
    int all = 0;
    if (rank != 0) on = 0;
    MPI_Allreduce(&on, &all, 1, MPI_INT, MPI_SUM, comm);
    return all;
  }
  if (rank == 0)
    for (int other = 1; other < size; ++other) MPI_Send(&on, 1, MPI_INT, other, 1, comm);
  else
    MPI_Recv(&on, 1, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
  return on;
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const int level = strcmp(argv[2], "multiple") == 0     ? MPI_THREAD_MULTIPLE
                    : strcmp(argv[2], "serialized") == 0 ? MPI_THREAD_SERIALIZED
                                                         : MPI_THREAD_SINGLE;
  int provided = 0;
  MPI_Init_thread(&argc, &argv, level, &provided);
  if (provided < level) fail("this MPI lacks the level of threads");
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (strcmp(argv[3], "ring") == 0) {
    ring(atof(argv[1]));
    MPI_Finalize();
    return 0;
  }
  const int meets = strcmp(argv[3], "none") != 0;
  MPI_Comm comm = MPI_COMM_WORLD;
  if (strcmp(argv[3], "duplicate") == 0) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  const double end = MPI_Wtime() + atof(argv[1]);
  for (int step = 0; goes_on(end, comm, meets); ++step) {
    if (comm != MPI_COMM_WORLD && rank == 1 && step % 3 == 0) MPI_Pcontrol(0);
    if (!meets)
      no_meeting(comm);
    else if (comm == MPI_COMM_WORLD)
      MPI_Barrier(comm);
    else {
      int one = 1, all = 0;
      MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, comm);
      if (all != size) fail("the reduction gave something else");
      MPI_Allreduce(&one, &all, 0, MPI_INT, MPI_SUM, comm);
    }
    if (comm != MPI_COMM_WORLD && rank == 1 && step % 3 == 0) MPI_Pcontrol(1);
    usleep(2000);
  }
  MPI_Finalize();
  return 0;
}
