// SPDX-License-Identifier: BSD-3-Clause
// Functions that are called often and do little, for hooks. `shift` is short on all ranks, `uneven`
// on all but the last one, `exchange` calls MPI each time. usage: short_functions STEPS CALLS
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int last_rank;
static int calls;

__attribute__((noinline)) static unsigned shift(unsigned x) { return x ^ (x << 5) ^ (x >> 3); }

__attribute__((noinline)) static unsigned uneven(unsigned x) {
  volatile unsigned sum = x;
  for (int i = 0; i < (last_rank ? 3000 : 3); ++i) sum += (unsigned)i;
  return sum;
}

__attribute__((noinline)) static unsigned compute(unsigned x) {
  for (int i = 0; i < calls; ++i) {
    x = shift(x);
    if (i % 20 == 0) x += uneven(x) & 1;
  }
  return x;
}

__attribute__((noinline)) static unsigned exchange(unsigned x) {
  unsigned all = 0;
  MPI_Allreduce(&x, &all, 1, MPI_UNSIGNED, MPI_BXOR, MPI_COMM_WORLD);
  return all;
}

static void* compute_aside(void* x) {
  *(unsigned*)x = compute(*(unsigned*)x);
  return NULL;
}

int main(int argc, char** argv) {
  const int steps = argc > 1 ? atoi(argv[1]) : 10;
  calls = argc > 2 ? atoi(argv[2]) : 100000;
  int rank, size, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  last_rank = rank == size - 1;
  unsigned x = 1, aside = 7;
  pthread_t thread;
  pthread_create(&thread, NULL, compute_aside, &aside);
  for (int step = 0; step < steps; ++step) x = exchange(compute(x) & 0xff) + 1;
  pthread_join(thread, NULL);
  x = exchange(x + (aside & 1));
  if (rank == 0) printf("%u\n", x);
  MPI_Finalize();
  return 0;
}
