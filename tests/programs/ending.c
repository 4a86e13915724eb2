// SPDX-License-Identifier: BSD-3-Clause
// Communicates for a while and then ends as it is told, for tests of traces without a regular end:
//   finalize   the regular end; then leaves with status 7
//   exit       rank 1 calls exit(3) without MPI_Finalize
//   abort      rank 1 calls MPI_Abort with 5
//   signal     rank 1 dies of SIGSEGV
//   unreadable the last rank removes what tells who it is of what was recorded there, then as
//   finalize forever    nobody ends; says "running" once everyone communicates
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void exchange(int rank, int ranks) {
  int sent = rank, received = -1;
  MPI_Sendrecv(&sent, 1, MPI_INT, (rank + 1) % ranks, 0, &received, 1, MPI_INT,
               (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void forget_who_i_am(void) {
  char host[256], path[4096];
  gethostname(host, sizeof host);
  snprintf(path, sizeof path, "%s/raw/%s-%d/definitions.tsv", getenv("TARRY_EXPERIMENT"), host,
           (int)getpid());
  if (remove(path) != 0) perror(path);
}

int main(int argc, char** argv) {
  const char* ending = argc > 1 ? argv[1] : "finalize";
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int i = 0; i < 100; ++i) exchange(rank, ranks);
  if (strcmp(ending, "forever") == 0) {
    if (rank == 0) {
      printf("running\n");
      fflush(stdout);
    }
    const struct timespec pause = {0, 1000000};
    for (;;) {
      exchange(rank, ranks);
      nanosleep(&pause, NULL);
    }
  }
  if (rank == 1 % ranks) {
    if (strcmp(ending, "exit") == 0) exit(3);
    if (strcmp(ending, "abort") == 0) MPI_Abort(MPI_COMM_WORLD, 5);
    if (strcmp(ending, "signal") == 0) raise(SIGSEGV);
  }
  const int is_unreadable = strcmp(ending, "unreadable") == 0;
  if (is_unreadable && rank == ranks - 1) forget_who_i_am();
  if (strcmp(ending, "finalize") != 0 && !is_unreadable)
    MPI_Barrier(MPI_COMM_WORLD);  // never completes
  MPI_Finalize();
  return 7;
}
