// SPDX-License-Identifier: BSD-3-Clause
// POSIX threads that first work alone for a while and then hold a mutex. The thread of a delay is
// its number, from 1; the rank is the process if MPI starts several, otherwise 0.
#include <pthread.h>

#include "planted.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int steps, base;

static void work_alone(int thread) { work_of_thread("work_alone", base, thread); }

static void hold_mutex(int thread) {
  pthread_mutex_lock(&mutex);
  work_of_thread("hold_mutex", base / 10, thread);
  pthread_mutex_unlock(&mutex);
}

static void* run(void* argument) {
  const int thread = (int)(long)argument;
  for (int step = 0; step < steps; ++step) {
    work_alone(thread);
    hold_mutex(thread);
  }
  return NULL;
}

int main(int arguments, char** argument) {
  enum { kMostThreads = 16 };
  pthread_t thread[kMostThreads];
  parse_arguments(arguments, argument);
  planted.ranks = 1;
  steps = number("steps", 30);
  base = number("base", 10000);
  const int threads = number("threads", 4);
  for (long i = 1; i <= threads; ++i) pthread_create(&thread[i], NULL, run, (void*)i);
  for (int i = 1; i <= threads; ++i) pthread_join(thread[i], NULL);
  return 0;
}
