// SPDX-License-Identifier: BSD-3-Clause
// Two ranks write and read files. Rank 1 is late for the opening, rank 0 for a write that both do
// together. late_files.F90 does the same.
// arguments: name to begin those of the files with, which are removed at the end; milliseconds
#include <stdlib.h>
#include <time.h>

#include "mpi_expect.h"

enum { NUMBERS = 100, BYTES = NUMBERS * 4 };

__attribute__((noinline)) static void be_late(long milliseconds) {
  const struct timespec time = {0, milliseconds * 1000000};
  nanosleep(&time, NULL);
}

int main(int argc, char** argv) {
  int rank, numbers[NUMBERS];
  char together[4096], alone[4096];
  MPI_File file;
  MPI_Request request;
  MPI_Datatype piece;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const long milliseconds = argc > 2 ? atol(argv[2]) : 0;
  snprintf(together, sizeof together, "%s.together", argc > 1 ? argv[1] : "late_files");
  snprintf(alone, sizeof alone, "%s.of-%d", argc > 1 ? argv[1] : "late_files", rank);
  for (int i = 0; i < NUMBERS; ++i) numbers[i] = rank;

  if (rank == 1) be_late(milliseconds);
  MPI_File_open(MPI_COMM_WORLD, together, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  MPI_File_write_at(file, rank * BYTES, numbers, 10, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_iwrite_at(file, rank * BYTES, numbers, 20, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  // The numbers of the ranks alternate in the file.
  MPI_Type_vector(NUMBERS, 1, 2, MPI_INT, &piece);
  MPI_Type_commit(&piece);
  MPI_File_set_view(file, rank * 4, MPI_INT, piece, "native", MPI_INFO_NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) be_late(milliseconds);
  MPI_File_write_all(file, numbers, NUMBERS, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_File_read_at_all_begin(file, 0, numbers, 30, MPI_INT);
  MPI_File_read_at_all_end(file, numbers, MPI_STATUS_IGNORE);
  EXPECT(numbers[29] == rank);
  MPI_File_close(&file);
  MPI_Type_free(&piece);

  MPI_File_open(MPI_COMM_SELF, alone, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  MPI_File_write(file, numbers, 5 + rank, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_seek(file, 0, MPI_SEEK_SET);
  MPI_File_read(file, numbers, NUMBERS, MPI_INT, MPI_STATUS_IGNORE);  // gets what there is
  MPI_File_close(&file);
  MPI_File_delete(alone, MPI_INFO_NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_File_delete(together, MPI_INFO_NULL);
  MPI_Finalize();
  return 0;
}
