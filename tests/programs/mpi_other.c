// SPDX-License-Identifier: BSD-3-Clause
// Calls with few records beyond enter and leave: files, time, data types; MPI calls before MPI_Init
// and after MPI_Finalize. One-sided communication beside requests of others only with an argument.
#include <unistd.h>

#include "mpi_expect.h"

static int rank, ranks, next, before;

static void one_sided(void) {
  int memory = -1;
  MPI_Win window;
  MPI_Request request;
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  EXPECT(memory == before);
  int value = rank;
  MPI_Request requests[2];
  MPI_Win_lock_all(0, window);
  MPI_Rput(&value, 1, MPI_INT, next, 0, 1, MPI_INT, window, &request);
  MPI_Isend(&rank, 1, MPI_INT, next, 5, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&value, 1, MPI_INT, before, 5, MPI_COMM_WORLD, &requests[1]);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  EXPECT(value == before);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
}

static void file(const char* path) {
  MPI_File handle;
  MPI_Request request;
  int value = -1;
  MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &handle);
  MPI_File_write_at_all(handle, (MPI_Offset)(sizeof rank * (size_t)rank), &rank, 1, MPI_INT,
                        MPI_STATUS_IGNORE);
  MPI_File_sync(handle);
  MPI_File_iread_at(handle, (MPI_Offset)(sizeof rank * (size_t)rank), &value, 1, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT(value == rank);
  MPI_File_close(&handle);
}

int main(int argc, char** argv) {
  int flag = -1, size = 0;
  char path[200];
  MPI_Initialized(&flag);
  EXPECT(!flag);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  next = (rank + 1) % ranks;
  before = (rank + ranks - 1) % ranks;
  EXPECT(MPI_Wtime() >= 0 && MPI_Wtick() > 0);
  MPI_Type_size(MPI_DOUBLE, &size);
  EXPECT(size == 8);
  if (argc > 1) one_sided();
  int id = (int)getpid();
  MPI_Bcast(&id, 1, MPI_INT, 0, MPI_COMM_WORLD);
  snprintf(path, sizeof path, "/tmp/tarry-mpi-other-%d", id);
  file(path);
  MPI_Finalize();
  MPI_Finalized(&flag);
  EXPECT(flag);
  return 0;
}
