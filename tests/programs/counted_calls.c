// SPDX-License-Identifier: BSD-3-Clause
// Begins a known number of calls into MPI on its threads, some of them from the same place one
// after the other, and prints it once there have been samples of the last one.
//   counted_calls FILE
// With -DPLUGIN a library for a program that loads MPI by itself: run(FILE).
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

enum { kRounds = 300, kThreads = 3, kThreadRounds = 50 };

static int calls, synchronisations;

// Each call is counted where it is made; arguments and results pass unchanged.
#define CALL(call) (++calls, (call))
#define SYNCHRONISATION(call) (++synchronisations, CALL(call))

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// Takes so long that there is a sample every millisecond, however busy the machine: a signal comes
// before a thread goes on.
static void be_sampled(void) {
  const double end = now() + 0.01;
  while (now() < end)
    ;
}

static void* work(void* data) {
  (void)data;
  for (int i = 0; i < kThreadRounds; ++i) {
    int flag;
    CALL(MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE));
  }
  be_sampled();
  return NULL;
}

static int use_file(const char* path) {
  int value = 7, read = 0;
  MPI_File file;
  if (SYNCHRONISATION(MPI_File_open(MPI_COMM_SELF, path,
                                    MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                                    MPI_INFO_NULL, &file)) != MPI_SUCCESS)
    return 0;
  SYNCHRONISATION(MPI_File_write_all(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  CALL(MPI_File_seek(file, 0, MPI_SEEK_SET));
  CALL(MPI_File_read(file, &read, 1, MPI_INT, MPI_STATUS_IGNORE));
  SYNCHRONISATION(MPI_File_close(&file));
  return read;
}

#ifdef PLUGIN
int run(const char* path)
#else
static int run(const char* path)
#endif
{
  int provided, rank, size, sum = 0;
  CALL(MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided));
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);  // asking does not count
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < kRounds; ++i) {
    int value = i, all = 0;
    SYNCHRONISATION(MPI_Allreduce(&value, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CALL(MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD));
    sum += all;
    CALL(MPI_Pcontrol(9, 1.5, 2, 3.5, 4L, 5, 6, 7, 8.5));
    if (i == kRounds / 2) be_sampled();
  }
  char own[1000];
  snprintf(own, sizeof own, "%s.%d", path, rank);
  const int read = use_file(own);
  // Threads call one after the other, and not at all if calls of two threads are not allowed.
  for (int i = 0; i < (provided == MPI_THREAD_MULTIPLE ? kThreads : 0); ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
  }
  SYNCHRONISATION(MPI_Finalize());
  be_sampled();
  printf("rank %d of %d sum %d read %d calls %d synchronisations %d\n", rank, size, sum, read,
         calls, synchronisations);
  fflush(stdout);
  return 0;
}

#ifndef PLUGIN
int main(int argc, char** argv) { return argc > 1 ? run(argv[1]) : 2; }
#endif
