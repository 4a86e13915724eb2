// SPDX-License-Identifier: BSD-3-Clause
// MPI_Init_thread with the level given as argument (single, funneled, serialized, multiple). With
// multiple, threads of each process talk to those of the next at the same time; a request started
// by one thread is completed, or cancelled, by another. With serialized, threads take turns.
#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "mpi_expect.h"

enum { kThreads = 3, kRounds = 200 };

static int rank, ranks, next, before, level;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static MPI_Request handed_over[2];
static int handed_value = -1;

static void* talk(void* argument) {
  const int id = (int)(size_t)argument;
  for (int i = 0; i < kRounds; ++i) {
    int sent = 100 * rank + i, received = -1;
    MPI_Request requests[2];
    if (level == MPI_THREAD_SERIALIZED) pthread_mutex_lock(&turn);
    MPI_Irecv(&received, 1, MPI_INT, before, id, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&sent, 1, MPI_INT, next, id, MPI_COMM_WORLD, &requests[1]);
    if (level == MPI_THREAD_SERIALIZED) pthread_mutex_unlock(&turn);
    int flag = 0;
    if (level == MPI_THREAD_MULTIPLE) {
      MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
      flag = 1;
    }
    while (!flag) {
      sched_yield();
      if (level == MPI_THREAD_SERIALIZED) pthread_mutex_lock(&turn);
      MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
      if (level == MPI_THREAD_SERIALIZED) pthread_mutex_unlock(&turn);
    }
    EXPECT(received == 100 * before + i);
  }
  return NULL;
}

static void* finish(void* unused) {
  MPI_Waitall(2, handed_over, MPI_STATUSES_IGNORE);
  EXPECT(handed_value == before);
  return unused;
}

// A receive without a send, and a message to oneself that may or may not have left.
static MPI_Request given_up[2];

static void* give_up(void* unused) {
  MPI_Status status[2];
  int cancelled = 0;
  MPI_Cancel(&given_up[0]);
  MPI_Cancel(&given_up[1]);
  MPI_Waitall(2, given_up, status);
  MPI_Test_cancelled(&status[0], &cancelled);
  EXPECT(cancelled);
  MPI_Test_cancelled(&status[1], &cancelled);
  if (!cancelled) MPI_Recv(&cancelled, 1, MPI_INT, rank, 89, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return unused;
}

int main(int argc, char** argv) {
  const char* wanted = argc > 1 ? argv[1] : "single";
  const int required = strcmp(wanted, "multiple") == 0     ? MPI_THREAD_MULTIPLE
                       : strcmp(wanted, "serialized") == 0 ? MPI_THREAD_SERIALIZED
                       : strcmp(wanted, "funneled") == 0   ? MPI_THREAD_FUNNELED
                                                           : MPI_THREAD_SINGLE;
  pthread_t threads[kThreads];
  MPI_Init_thread(&argc, &argv, required, &level);
  EXPECT(level >= required);
  level = required;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  next = (rank + 1) % ranks;
  before = (rank + ranks - 1) % ranks;
  if (level >= MPI_THREAD_SERIALIZED) {
    for (int i = 0; i < kThreads; ++i)
      pthread_create(&threads[i], NULL, talk, (void*)(size_t)(i + 1));
    for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
    MPI_Irecv(&handed_value, 1, MPI_INT, before, 77, MPI_COMM_WORLD, &handed_over[0]);
    MPI_Isend(&rank, 1, MPI_INT, next, 77, MPI_COMM_WORLD, &handed_over[1]);
    pthread_create(&threads[0], NULL, finish, NULL);
    pthread_join(threads[0], NULL);
    int nothing = 0;
    MPI_Irecv(&nothing, 1, MPI_INT, before, 88, MPI_COMM_WORLD, &given_up[0]);
    MPI_Isend(&rank, 1, MPI_INT, rank, 89, MPI_COMM_WORLD, &given_up[1]);
    pthread_create(&threads[0], NULL, give_up, NULL);
    pthread_join(threads[0], NULL);
  } else {
    talk((void*)(size_t)1);
  }
  MPI_Finalize();
  return 0;
}
