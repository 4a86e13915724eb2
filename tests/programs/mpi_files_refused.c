// SPDX-License-Identifier: BSD-3-Clause
// Calls on files that MPI refuses, and views that are unlike others. Argument: a name to begin that
// of the file with, which is removed at the end.
#include <stdio.h>

#include "mpi_expect.h"

static int rank, handled;
static int numbers[100];
static char name[4096];
static MPI_Errhandler counting;

static void count(MPI_File* file, int* error, ...) {
  (void)file;
  (void)error;
  ++handled;
}

// The handler sees the program's own calls alone.
static int has_failed(int error) {
  EXPECT(handled == (error != MPI_SUCCESS));
  handled = 0;
  return error != MPI_SUCCESS;
}

static MPI_File open_file(int mode) {
  MPI_File file = MPI_FILE_NULL;
  EXPECT(MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &file) == MPI_SUCCESS);
  MPI_File_set_errhandler(file, counting);
  return file;
}

static void with_bad_arguments(void) {
  MPI_File file = open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
  EXPECT(
      !has_failed(MPI_File_write_at(file, 400 * rank, numbers, 100, MPI_INT, MPI_STATUS_IGNORE)));
  has_failed(MPI_File_read_at(file, -1, numbers, 1, MPI_INT, MPI_STATUS_IGNORE));
  has_failed(MPI_File_set_size(file, -5));
  has_failed(MPI_File_seek(file, -8, MPI_SEEK_CUR));
  MPI_File_close(&file);
}

static void without_the_right(void) {
  MPI_Request request;
  MPI_File file = open_file(MPI_MODE_RDONLY);
  EXPECT(has_failed(MPI_File_write(file, numbers, 4, MPI_INT, MPI_STATUS_IGNORE)));
  EXPECT(MPI_File_iwrite(file, numbers, 4, MPI_INT, &request) != MPI_SUCCESS);
  if (MPI_File_write_at_all_begin(file, 0, numbers, 4, MPI_INT) == MPI_SUCCESS)
    MPI_File_write_at_all_end(file, numbers, MPI_STATUS_IGNORE);
  handled = 0;  // MPICH does not call the handler for each error here
  EXPECT(!has_failed(MPI_File_read(file, numbers, 4, MPI_INT, MPI_STATUS_IGNORE)));
  MPI_File_close(&file);
}

static void without_a_file(void) {
  MPI_Status status;
  MPI_File file = MPI_FILE_NULL;
  EXPECT(MPI_File_write(file, numbers, 4, MPI_INT, &status) != MPI_SUCCESS);
  EXPECT(MPI_File_read_all_begin(file, numbers, 4, MPI_INT) != MPI_SUCCESS);
  EXPECT(MPI_File_read_all_end(file, numbers, MPI_STATUS_IGNORE) != MPI_SUCCESS);
  EXPECT(MPI_File_sync(file) != MPI_SUCCESS);
  EXPECT(MPI_File_close(&file) != MPI_SUCCESS);
}

// A sequential file has no places that a process can name.
static void in_sequence(void) {
  MPI_File file = open_file(MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL);
  has_failed(MPI_File_seek(file, 0, MPI_SEEK_CUR));
  has_failed(
      MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
  has_failed(MPI_File_write_ordered(file, numbers, 4, MPI_INT, MPI_STATUS_IGNORE));
  MPI_File_close(&file);
}

// The pieces of the view have 4 GiB.
static void in_large_pieces(void) {
  MPI_Datatype block, piece;
  MPI_File file = open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
  MPI_Type_contiguous(1 << 20, MPI_INT, &block);
  MPI_Type_contiguous(1 << 10, block, &piece);
  MPI_Type_commit(&piece);
  EXPECT(!has_failed(MPI_File_set_view(file, 0, MPI_INT, piece, "native", MPI_INFO_NULL)));
  EXPECT(!has_failed(MPI_File_write_at(file, 4 * rank, numbers, 4, MPI_INT, MPI_STATUS_IGNORE)));
  MPI_Type_free(&piece);
  MPI_Type_free(&block);
  MPI_File_close(&file);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  snprintf(name, sizeof name, "%s.refused", argc > 1 ? argv[1] : "mpi_files");
  MPI_File_create_errhandler(count, &counting);
  with_bad_arguments();
  without_the_right();
  without_a_file();
  in_sequence();
  in_large_pieces();
  MPI_Errhandler_free(&counting);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) remove(name);
  MPI_Finalize();
  return 0;
}
