// SPDX-License-Identifier: BSD-3-Clause
// Communicates in several ways, with a second thread on each rank, until it has done what it was
// told to, or until somebody ends it:
//   killed FILE STEPS          does so many steps and ends MPI
//   killed FILE STEPS ABORT    the last rank calls MPI_Abort at step ABORT, while the others are in
//                              a collective operation
// FILE holds for each rank the number of steps that it has done, and one more after MPI_Finalize.
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { kInts = 256, kAbortStatus = 5 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int step_of_main, step_of_helper;

static void *help(void *data) {
  const int steps = *(const int *)data;
  for (int step = 1; step <= steps; ++step) {
    pthread_mutex_lock(&mutex);
    while (step_of_main < step) pthread_cond_wait(&changed, &mutex);
    step_of_helper = step;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

static void let_helper_do(int step) {
  pthread_mutex_lock(&mutex);
  step_of_main = step;
  pthread_cond_broadcast(&changed);
  while (step_of_helper < step) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
}

// Returns numbers that stay in a file when the process is killed.
static volatile long *numbers_in(const char *path, int count) {
  const size_t bytes = sizeof(long) * count;
  const int file = open(path, O_RDWR | O_CREAT, 0600);
  if (file < 0 || ftruncate(file, bytes) != 0) perror(path), exit(1);
  void *const at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (at == MAP_FAILED) perror(path), exit(1);
  close(file);
  return at;
}

static double compute(int rounds) {
  volatile double sum = 0;
  for (int i = 0; i < rounds; ++i) sum += 1.0 / (i + 1);
  return sum;
}

static void exchange(int rank, int ranks) {
  static int out[kInts], in[kInts];
  MPI_Request requests[2];
  MPI_Irecv(in, kInts, MPI_INT, (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(out, kInts, MPI_INT, (rank + 1) % ranks, 0, MPI_COMM_WORLD, &requests[1]);
  compute(1000 * (rank + 1));
  MPI_Status statuses[2];
  MPI_Waitall(2, requests, statuses);
}

static void agree(void) {
  int mine = 1, all = 0;
  MPI_Request request;
  MPI_Iallreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  compute(1000);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  int steps = atoi(argv[2]);
  const int abort_at = argc > 3 ? atoi(argv[3]) : steps + 1;
  int provided, rank, ranks;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  volatile long *const done = numbers_in(argv[1], ranks);
  pthread_t helper;
  pthread_create(&helper, NULL, help, &steps);
  for (int step = 1; step <= steps; ++step) {
    exchange(rank, ranks);
    let_helper_do(step);
    agree();
    if (step >= abort_at && rank == ranks - 1) MPI_Abort(MPI_COMM_WORLD, kAbortStatus);
    MPI_Barrier(MPI_COMM_WORLD);
    done[rank] = step;
  }
  pthread_join(helper, NULL);
  MPI_Finalize();
  done[rank] = steps + 1;
  return 0;
}
