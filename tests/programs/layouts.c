// SPDX-License-Identifier: BSD-3-Clause
// Programs whose communication follows a layout of ranks, for any number of them: what a trace of
// few ranks predicts for many can be compared with a run of many.
// usage: layouts LAYOUT STEPS [MICROSECONDS [sleep [FACTOR]]]
//   LAYOUT        one of those in the table at the end
//   MICROSECONDS  computation of a rank between two steps, by default none
//   sleep         sleeps for computation, for more ranks than cores
//   FACTOR        how many times as long rank 0 computes, by default 1
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { kMostPartners = 6, kMostDimensions = 3, kHalo = 128, kBlock = 64 };

static int rank, ranks;
static double microseconds;
static int sleeps;

static void compute(void) {
  if (sleeps) {
    const struct timespec time = {
        (time_t)(microseconds / 1e6),
        (long)(1e3 * (microseconds - 1e6 * (double)(time_t)(microseconds / 1e6)))};
    nanosleep(&time, NULL);
    return;
  }
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do clock_gettime(CLOCK_MONOTONIC, &now);
  while (1e6 * (double)(now.tv_sec - begin.tv_sec) + 1e-3 * (double)(now.tv_nsec - begin.tv_nsec) <
         microseconds);
}

// Row-major, the first dimension is the fastest. All extents are equal if there are several.
struct Grid {
  int dimensions;
  int extent[kMostDimensions];
  int at[kMostDimensions];
};

static struct Grid grid_of(int dimensions) {
  struct Grid grid = {dimensions, {1, 1, 1}, {0, 0, 0}};
  int side = 1, cells;
  do {
    cells = 1;
    for (int i = 0; i < dimensions; ++i) cells *= side;
  } while (cells < ranks && ++side);
  if (cells != ranks) {
    if (rank == 0)
      fprintf(stderr, "layouts: %d ranks are no grid of %d dimensions\n", ranks, dimensions);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  int rest = rank;
  for (int i = 0; i < dimensions; ++i) {
    grid.extent[i] = side;
    grid.at[i] = rest % side;
    rest /= side;
  }
  return grid;
}

// Returns the neighbor `by` away in a dimension, or -1 beyond an open border.
static int neighbor(const struct Grid* grid, int dimension, int by, int is_periodic) {
  int stride = 1;
  for (int i = 0; i < dimension; ++i) stride *= grid->extent[i];
  int to = grid->at[dimension] + by;
  if (to < 0 || to >= grid->extent[dimension]) {
    if (!is_periodic) return -1;
    to = (to + grid->extent[dimension]) % grid->extent[dimension];
  }
  return rank + (to - grid->at[dimension]) * stride;
}

static void exchange(const int* partners, int count, int bytes) {
  static char in[kMostPartners][kHalo * kBlock], out[kMostPartners][kHalo * kBlock];
  MPI_Request requests[2 * kMostPartners];
  int open = 0;
  for (int i = 0; i < count; ++i)
    if (partners[i] >= 0)
      MPI_Irecv(in[i], bytes, MPI_CHAR, partners[i], 7, MPI_COMM_WORLD, &requests[open++]);
  for (int i = 0; i < count; ++i)
    if (partners[i] >= 0)
      MPI_Isend(out[i], bytes, MPI_CHAR, partners[i], 7, MPI_COMM_WORLD, &requests[open++]);
  MPI_Waitall(open, requests, MPI_STATUSES_IGNORE);
}

static void stencil(int steps, int dimensions, int is_periodic) {
  const struct Grid grid = grid_of(dimensions);
  int partners[kMostPartners], count = 0;
  for (int i = 0; i < dimensions; ++i)
    for (int by = -1; by <= 1; by += 2) partners[count++] = neighbor(&grid, i, by, is_periodic);
  for (int step = 0; step < steps; ++step) {
    compute();
    exchange(partners, count, 8 * kHalo);
    double change = 1.0, all;
    MPI_Allreduce(&change, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  }
}

static void stencil_2d(int steps) { stencil(steps, 2, 0); }
static void torus_2d(int steps) { stencil(steps, 2, 1); }
static void stencil_3d(int steps) { stencil(steps, 3, 0); }
static void torus_3d(int steps) { stencil(steps, 3, 1); }

static void receive_from(int partner) {
  static char buffer[kHalo];
  if (partner >= 0)
    MPI_Recv(buffer, kHalo, MPI_CHAR, partner, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void send_to(int partner) {
  static char buffer[kHalo];
  if (partner >= 0) MPI_Send(buffer, kHalo, MPI_CHAR, partner, 3, MPI_COMM_WORLD);
}

// Sweeps from each of the four corners.
static void wavefront(int steps) {
  const struct Grid grid = grid_of(2);
  for (int step = 0; step < steps; ++step)
    for (int corner = 0; corner < 4; ++corner) {
      const int dx = corner % 2 == 0 ? 1 : -1, dy = corner / 2 == 0 ? 1 : -1;
      receive_from(neighbor(&grid, 0, -dx, 0));
      receive_from(neighbor(&grid, 1, -dy, 0));
      compute();
      send_to(neighbor(&grid, 0, dx, 0));
      send_to(neighbor(&grid, 1, dy, 0));
    }
}

// Partners at distances that are powers of two: all ranks have the sum of all in log2 P rounds.
static void butterfly(int steps) {
  double own = 1.0, other;
  for (int step = 0; step < steps; ++step) {
    compute();
    for (int distance = 1; distance < ranks; distance *= 2) {
      MPI_Sendrecv(&own, 1, MPI_DOUBLE, rank ^ distance, 5, &other, 1, MPI_DOUBLE, rank ^ distance,
                   5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      own = 0.5 * (own + other);
    }
  }
}

// Transposes within rows and within columns of a square, like a parallel Fourier transform.
static void transpose(int steps) {
  const struct Grid grid = grid_of(2);
  MPI_Comm row, column;
  MPI_Comm_split(MPI_COMM_WORLD, grid.at[1], grid.at[0], &row);
  MPI_Comm_split(MPI_COMM_WORLD, grid.at[0], grid.at[1], &column);
  char* in = calloc((size_t)grid.extent[0], kBlock);
  char* out = calloc((size_t)grid.extent[0], kBlock);
  if (in == NULL || out == NULL) MPI_Abort(MPI_COMM_WORLD, 3);
  for (int step = 0; step < steps; ++step) {
    compute();
    MPI_Alltoall(out, kBlock, MPI_CHAR, in, kBlock, MPI_CHAR, row);
    compute();
    MPI_Alltoall(in, kBlock, MPI_CHAR, out, kBlock, MPI_CHAR, column);
  }
  free(in);
  free(out);
  MPI_Comm_free(&row);
  MPI_Comm_free(&column);
}

// One exchange of all with all, whose parts become smaller with more ranks (strong scaling).
static void all_to_all(int steps) {
  const int bytes = kHalo * kBlock / ranks;
  char* in = calloc((size_t)ranks, (size_t)bytes + 1);
  char* out = calloc((size_t)ranks, (size_t)bytes + 1);
  if (in == NULL || out == NULL) MPI_Abort(MPI_COMM_WORLD, 3);
  for (int step = 0; step < steps; ++step) {
    compute();
    MPI_Alltoall(out, bytes, MPI_CHAR, in, bytes, MPI_CHAR, MPI_COMM_WORLD);
  }
  free(in);
  free(out);
}

// Rank 0 gives everybody a piece of work and gets the results in the order of the ranks.
static void star(int steps) {
  double work = 1.0;
  for (int step = 0; step < steps; ++step)
    if (rank == 0) {
      for (int to = 1; to < ranks; ++to) MPI_Send(&work, 1, MPI_DOUBLE, to, 1, MPI_COMM_WORLD);
      for (int from = 1; from < ranks; ++from)
        MPI_Recv(&work, 1, MPI_DOUBLE, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(&work, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      compute();
      MPI_Send(&work, 1, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD);
    }
}

// A chain: each rank passes every item on to the next one.
static void chain(int steps) {
  for (int step = 0; step < steps; ++step) {
    receive_from(rank - 1);
    compute();
    send_to(rank + 1 < ranks ? rank + 1 : -1);
  }
}

// A ring whose ranks also exchange something with themselves, every second one three times and the
// others twice, and which sums up from 5 ranks on.
static void uneven(int steps) {
  const int partners[] = {(rank + ranks - 1) % ranks, (rank + 1) % ranks};
  for (int step = 0; step < steps; ++step) {
    compute();
    exchange(partners, 2, kHalo);
    if (ranks >= 5) {
      int sum = 0;
      MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
  }
  for (int i = 0; i < 2 + rank % 2; ++i) {
    int received = 0;
    MPI_Sendrecv(&rank, 1, MPI_INT, rank, 7, &received, 1, MPI_INT, rank, 7, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  }
}

static const struct {
  const char* name;
  void (*run)(int steps);
} kLayouts[] = {
    {"stencil-2d", stencil_2d}, {"torus-2d", torus_2d},     {"stencil-3d", stencil_3d},
    {"torus-3d", torus_3d},     {"wavefront", wavefront},   {"butterfly", butterfly},
    {"transpose", transpose},   {"all-to-all", all_to_all}, {"star", star},
    {"chain", chain},           {"uneven", uneven},
};

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int steps = argc > 2 ? atoi(argv[2]) : 0;
  microseconds = argc > 3 ? atof(argv[3]) : 0.0;
  sleeps = argc > 4 && strcmp(argv[4], "sleep") == 0;
  if (argc > 5 && rank == 0) microseconds *= atof(argv[5]);
  int is_known = 0;
  for (size_t i = 0; argc > 2 && i < sizeof kLayouts / sizeof *kLayouts; ++i)
    if (strcmp(argv[1], kLayouts[i].name) == 0) {
      is_known = 1;
      kLayouts[i].run(steps);
    }
  if (!is_known && rank == 0)
    fprintf(stderr, "usage: layouts LAYOUT STEPS [MICROSECONDS [sleep [FACTOR]]]\n");
  MPI_Finalize();
  return is_known ? 0 : 2;
}
