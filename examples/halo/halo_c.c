// SPDX-License-Identifier: BSD-3-Clause
// Halo exchange in a chain of ranks with one slow rank, in C. halo_f08.f90, halo_mpi.f90 and
// halo_mpif.f90 do exactly the same in Fortran, with the same operations, messages and checksum,
// so an analysis must find the same wait states in all four.
//
// usage: halo_c [steps [milliseconds of extra work of the middle rank per step]]
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { kCells = 1000 };
static const int64_t kModulus = 1000003;

static void spend(int milliseconds) {
  const struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&pause, NULL);
}

// cells[0] and cells[kCells + 1] are the halo.
static void compute(int64_t* cells, int milliseconds) {
  int64_t previous = cells[0];
  for (int i = 1; i <= kCells; ++i) {
    const int64_t mine = cells[i];
    cells[i] = (previous + 2 * mine + cells[i + 1]) % kModulus;
    previous = mine;
  }
  spend(milliseconds);
}

static void exchange(int64_t* cells, int left, int right) {
  MPI_Request requests[4];
  MPI_Irecv(&cells[0], 1, MPI_INT64_T, left, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&cells[kCells + 1], 1, MPI_INT64_T, right, 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(&cells[1], 1, MPI_INT64_T, left, 2, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(&cells[kCells], 1, MPI_INT64_T, right, 1, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

static int64_t checksum(const int64_t* cells) {
  int64_t sum = 0;
  for (int i = 1; i <= kCells; ++i) sum += cells[i];
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

int main(int argc, char** argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int steps = argc > 1 ? atoi(argv[1]) : 10;
  const int extra = argc > 2 ? atoi(argv[2]) : 20;
  const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int right = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  const int milliseconds = 1 + (rank == ranks / 2 ? extra : 0);

  int64_t cells[kCells + 2] = {0};
  for (int i = 1; i <= kCells; ++i) cells[i] = (int64_t)rank * kCells + i;

  MPI_Barrier(MPI_COMM_WORLD);
  for (int step = 0; step < steps; ++step) {
    compute(cells, milliseconds);
    exchange(cells, left, right);
  }
  const int64_t sum = checksum(cells);
  if (rank == 0) printf("halo: %d ranks, checksum %lld\n", ranks, (long long)sum);
  MPI_Finalize();
  return 0;
}
