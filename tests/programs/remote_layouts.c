// SPDX-License-Identifier: BSD-3-Clause
// Programs that communicate through windows, and a file, in a layout of ranks, for any number of
// them: what traces of few ranks predict for many can be compared with a run of many.
// usage: remote_layouts LAYOUT STEPS [FILE]
//   LAYOUT  one of those in the table at the end
//   FILE    that the layout "file" writes; it is removed at the end
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kPoints = 840, kBlock = 64, kResult = 3 };

static int rank, ranks, steps;
static const char* file_name;
static double* memory;
static MPI_Win window;

// A neighbor and the slot of its window that this rank works on.
struct Neighbor {
  int rank, slot;
};
static struct Neighbor neighbors[2];
static int count;

static void find_neighbors(int is_periodic) {
  for (int way = -1; way <= 1; way += 2) {
    const int to = rank + way;
    if (!is_periodic && (to < 0 || to >= ranks)) continue;
    neighbors[count++] = (struct Neighbor){(to + ranks) % ranks, way < 0 ? 1 : 0};
  }
}

static int part(void) { return kPoints / ranks; }

static void make_window(MPI_Aint reals) {
  memory = calloc((size_t)reals + 1, sizeof *memory);
  MPI_Win_create(memory, reals * (MPI_Aint)sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &window);
}

static void free_window(void) {
  MPI_Win_free(&window);
  free(memory);
}

static void fences(void) {
  double mine[kPoints] = {0};
  make_window(2 * part());
  for (int step = 0; step < steps; ++step) {
    MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
    for (int i = 0; i < count; ++i)
      MPI_Put(mine, part(), MPI_DOUBLE, neighbors[i].rank, neighbors[i].slot * part(), part(),
              MPI_DOUBLE, window);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
  }
  free_window();
}

static void groups(void) {
  double theirs[kPoints] = {0};
  MPI_Group all, near;
  int members[2];
  make_window(2 * part());
  for (int i = 0; i < count; ++i) members[i] = neighbors[i].rank;
  MPI_Win_get_group(window, &all);
  MPI_Group_incl(all, count, members, &near);
  for (int step = 0; step < steps; ++step) {
    MPI_Win_post(near, 0, window);
    MPI_Win_start(near, 0, window);
    for (int i = 0; i < count; ++i)
      MPI_Get(theirs, part(), MPI_DOUBLE, neighbors[i].rank, neighbors[i].slot * part(), part(),
              MPI_DOUBLE, window);
    MPI_Win_complete(window);
    MPI_Win_wait(window);
  }
  MPI_Group_free(&near);
  MPI_Group_free(&all);
  free_window();
}

static void locks(void) {
  double mine[kPoints] = {0};
  make_window(2 * part());
  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < count; ++i) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, neighbors[i].rank, 0, window);
      MPI_Accumulate(mine, part(), MPI_DOUBLE, neighbors[i].rank, neighbors[i].slot * part(),
                     part(), MPI_DOUBLE, MPI_SUM, window);
      MPI_Win_unlock(neighbors[i].rank, window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  free_window();
}

// Only the first rank has memory: a place for each rank and step.
static void results(void) {
  double mine[kResult] = {0};
  make_window(rank == 0 ? (MPI_Aint)kResult * ranks * steps : 0);
  for (int step = 0; step < steps; ++step) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    MPI_Put(mine, kResult, MPI_DOUBLE, 0, (step * ranks + rank) * kResult, kResult, MPI_DOUBLE,
            window);
    MPI_Win_unlock(0, window);
  }
  free_window();
}

// Each rank has a block in each part of the file, which a view shows, and one at its end.
static void file(void) {
  char block[kBlock];
  memset(block, 'a' + rank % 26, sizeof block);
  MPI_File handle;
  MPI_Datatype one, piece;
  MPI_Type_contiguous(kBlock, MPI_CHAR, &one);
  MPI_Type_create_resized(one, 0, (MPI_Aint)kBlock * ranks, &piece);
  MPI_Type_commit(&piece);
  MPI_File_open(MPI_COMM_WORLD, file_name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &handle);
  MPI_File_set_view(handle, (MPI_Offset)kBlock * rank, MPI_CHAR, piece, "native", MPI_INFO_NULL);
  for (int step = 0; step < steps; ++step)
    MPI_File_write_all(handle, block, kBlock, MPI_CHAR, MPI_STATUS_IGNORE);
  MPI_File_set_view(handle, 0, MPI_CHAR, MPI_CHAR, "native", MPI_INFO_NULL);
  MPI_File_write_at(handle, (MPI_Offset)kBlock * (steps * ranks + rank), block, kBlock, MPI_CHAR,
                    MPI_STATUS_IGNORE);
  MPI_File_sync(handle);
  for (int step = 0; step < steps; ++step)
    MPI_File_read_at_all(handle, (MPI_Offset)kBlock * (step * ranks + (rank + 1) % ranks), block,
                         kBlock, MPI_CHAR, MPI_STATUS_IGNORE);
  MPI_File_close(&handle);
  if (rank == 0) MPI_File_delete(file_name, MPI_INFO_NULL);
  MPI_Type_free(&piece);
  MPI_Type_free(&one);
}

static const struct {
  const char* name;
  void (*run)(void);
  int is_periodic;
} kLayouts[] = {{"fence-chain", fences, 0}, {"fence-ring", fences, 1}, {"groups-chain", groups, 0},
                {"groups-ring", groups, 1}, {"locks-chain", locks, 0}, {"locks-ring", locks, 1},
                {"results", results, 0},    {"file", file, 0}};

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  steps = argc > 2 ? atoi(argv[2]) : 3;
  file_name = argc > 3 ? argv[3] : "blocks";
  for (size_t i = 0; argc > 1 && i < sizeof kLayouts / sizeof *kLayouts; ++i)
    if (strcmp(argv[1], kLayouts[i].name) == 0) {
      find_neighbors(kLayouts[i].is_periodic);
      kLayouts[i].run();
      MPI_Finalize();
      return 0;
    }
  if (rank == 0) fprintf(stderr, "usage: remote_layouts LAYOUT STEPS [FILE]\n");
  MPI_Abort(MPI_COMM_WORLD, 2);
  return 2;
}
