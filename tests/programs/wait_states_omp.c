// SPDX-License-Identifier: BSD-3-Clause
// The wait states of OpenMP, for wait_states.c: rank 0 has a team of two threads, while the others
// wait in a barrier.
#include <omp.h>
#include <stddef.h>

#include "wait_states.h"

static int came;
static omp_lock_t lock;

static void announce(void) {
#pragma omp atomic write
  came = 1;
}

// Waits until the other thread is where it will be late.
static void meet(void) {
  int seen = 0;
  while (!seen) {
#pragma omp atomic read
    seen = came;
    work(1);
  }
}

static void late_thread(int who) {
  if (omp_get_thread_num() == who) work(kDelayMs);
}

static void explicit_barrier(void) {
#pragma omp parallel num_threads(2)
  {
    late_thread(1);
#pragma omp barrier
    work(1);
  }
}

static void implicit_barrier(void) {
#pragma omp parallel for num_threads(2) schedule(static)
  for (int thread = 0; thread < 2; ++thread) late_thread(1);
}

static void critical_contention(void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) meet();
#pragma omp critical(guarded)
    {
      announce();
      late_thread(0);
    }
  }
}

static void lock_routine_contention(void) {
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) meet();
    omp_set_lock(&lock);
    announce();
    late_thread(0);
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
}

// Thread 1 executes the task of thread 0.
static void wait_at_taskwait(void) {
#pragma omp parallel num_threads(2)
#pragma omp master
  {
#pragma omp task
    {
      announce();
      work(kDelayMs);
    }
    meet();
#pragma omp taskwait
  }
}

static void idle_threads(void) { work(kDelayMs); }

static void limited_parallelism(void) {
#pragma omp parallel num_threads(1)
  work(kDelayMs);
}

// A thread that is only made when its part begins would be late.
static void make_team(void) {
#pragma omp parallel num_threads(2)
  work(1);
}

void openmp_waits(void) {
  static void (*const parts[])(void) = {make_team,
                                        explicit_barrier,
                                        implicit_barrier,
                                        critical_contention,
                                        lock_routine_contention,
                                        wait_at_taskwait,
                                        limited_parallelism,
                                        idle_threads};
  for (size_t i = 0; rank == 0 && i < sizeof parts / sizeof *parts; ++i) {
    came = 0;
    parts[i]();
  }
}
