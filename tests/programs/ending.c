// SPDX-License-Identifier: BSD-3-Clause
// Communicates for a while and then ends as it is told, for tests of traces without a regular end:
//   finalize   the regular end; then leaves with status 7
//   exit       rank 1 calls exit(3) without MPI_Finalize
//   abort      rank 1 calls MPI_Abort with 5
//   signal     rank 1 dies of SIGSEGV
//   unreadable the last rank removes what tells who it is of what was recorded there, then as
//              finalize; with the experiment directory
//   forever    nobody ends; says "running" once everyone communicates. With the name of a file,
//              nobody pauses, and the file holds the number of exchanges that rank 0 has ended
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { kExchanges = 100 };

static void exchange(int rank, int ranks) {
  int sent = rank, received = -1;
  MPI_Sendrecv(&sent, 1, MPI_INT, (rank + 1) % ranks, 0, &received, 1, MPI_INT,
               (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void forget_who_i_am(const char* experiment) {
  char host[256], path[4096];
  gethostname(host, sizeof host);
  snprintf(path, sizeof path, "%s/raw/%s-%d/definitions.tsv", experiment, host, (int)getpid());
  if (remove(path) != 0) perror(path);
}

// Returns a number that stays in a file when the process is killed.
static volatile long* number_in(const char* path) {
  const int file = open(path, O_RDWR | O_CREAT, 0600);
  if (file < 0 || ftruncate(file, sizeof(long)) != 0) perror(path), exit(1);
  void* const at = mmap(NULL, sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (at == MAP_FAILED) perror(path), exit(1);
  return at;
}

static void exchange_forever(int rank, int ranks, long done, const char* path) {
  volatile long* const number = path != NULL && rank == 0 ? number_in(path) : NULL;
  const struct timespec pause = {0, 1000000};
  for (;;) {
    exchange(rank, ranks);
    ++done;
    if (number != NULL) *number = done;
    if (path == NULL) nanosleep(&pause, NULL);
  }
}

int main(int argc, char** argv) {
  const char* ending = argc > 1 ? argv[1] : "finalize";
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int i = 0; i < kExchanges; ++i) exchange(rank, ranks);
  if (strcmp(ending, "forever") == 0) {
    if (rank == 0) {
      printf("running\n");
      fflush(stdout);
    }
    exchange_forever(rank, ranks, kExchanges, argc > 2 ? argv[2] : NULL);
  }
  if (rank == 1 % ranks) {
    if (strcmp(ending, "exit") == 0) exit(3);
    if (strcmp(ending, "abort") == 0) MPI_Abort(MPI_COMM_WORLD, 5);
    if (strcmp(ending, "signal") == 0) raise(SIGSEGV);
  }
  const int is_unreadable = strcmp(ending, "unreadable") == 0;
  if (is_unreadable && argc > 2 && rank == ranks - 1) forget_who_i_am(argv[2]);
  if (strcmp(ending, "finalize") != 0 && !is_unreadable)
    MPI_Barrier(MPI_COMM_WORLD);  // never completes
  MPI_Finalize();
  return 7;
}
