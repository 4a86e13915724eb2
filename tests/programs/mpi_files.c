// SPDX-License-Identifier: BSD-3-Clause
// Every kind of call on files. Argument: a name to begin the names of the files with, which are
// removed at the end.
#include <stdio.h>
#include <string.h>

#include "mpi_expect.h"

enum { NUMBERS = 100 };

static int rank, ranks, numbers[NUMBERS], got[NUMBERS];
static char name[4096];
static const char* begin;

static const char* file_named(const char* end) {
  snprintf(name, sizeof name, "%s.%s", begin, end);
  return name;
}

static MPI_File open_file(MPI_Comm comm, const char* path, int mode) {
  MPI_File file = MPI_FILE_NULL;
  EXPECT(MPI_File_open(comm, path, mode, MPI_INFO_NULL, &file) == MPI_SUCCESS);
  return file;
}

static int received(MPI_Status* status) {
  int count = 0;
  MPI_Get_count(status, MPI_INT, &count);
  return count;
}

// The processes write parts of different lengths behind each other, and read those of others.
static void at_places(void) {
  MPI_Status status;
  MPI_File file = open_file(MPI_COMM_WORLD, file_named("places"), MPI_MODE_CREATE | MPI_MODE_RDWR);
  const MPI_Offset own = rank * NUMBERS * 4, next = (rank + 1) % ranks * NUMBERS * 4;
  MPI_File_set_size(file, 0);
  MPI_File_preallocate(file, ranks * NUMBERS * 4);
  for (int step = 0; step < 3; ++step) {
    MPI_File_write_at(file, own, numbers, 10 + rank, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at_all(file, own, numbers, NUMBERS, MPI_INT, MPI_STATUS_IGNORE);
  }
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(file);
  MPI_File_read_at(file, next, got, 20, MPI_INT, &status);
  EXPECT(received(&status) == 20 && got[0] == (rank + 1) % ranks);
  MPI_File_read_at_all(file, next, got, NUMBERS, MPI_INT, &status);
  EXPECT(received(&status) == NUMBERS);
  MPI_File_set_atomicity(file, 1);
  MPI_File_write_at_all_begin(file, own, numbers, 5, MPI_INT);
  MPI_File_write_at_all_end(file, numbers, MPI_STATUS_IGNORE);
  MPI_File_read_at_all_begin(file, own, got, 5, MPI_INT);
  MPI_File_read_at_all_end(file, got, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
}

// Each process has blocks of its own in a common file.
static void with_view(void) {
  MPI_Datatype piece;
  MPI_Offset size = 0;
  MPI_File file = open_file(MPI_COMM_WORLD, file_named("view"), MPI_MODE_CREATE | MPI_MODE_RDWR);
  const int all = 4 * ranks, part = 4, first = 4 * rank;
  MPI_Type_create_subarray(1, &all, &part, &first, MPI_ORDER_C, MPI_INT, &piece);
  MPI_Type_commit(&piece);
  MPI_File_set_view(file, 16, MPI_INT, piece, "native", MPI_INFO_NULL);
  MPI_File_write_all(file, numbers, 40, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_seek(file, 4, MPI_SEEK_SET);
  MPI_File_write(file, numbers, 8, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_seek(file, -12, MPI_SEEK_CUR);
  MPI_File_read(file, got, 4, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_seek(file, 0, MPI_SEEK_SET);
  MPI_File_read_all(file, got, 40, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_seek(file, 0, MPI_SEEK_SET);
  MPI_File_write_all_begin(file, numbers, 4, MPI_INT);
  MPI_File_write_all_end(file, numbers, MPI_STATUS_IGNORE);
  MPI_File_read_all_begin(file, got, 4, MPI_INT);
  MPI_File_read_all_end(file, got, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_get_size(file, &size);
  EXPECT(size == 16 + 40 * 4 * ranks);
  MPI_Type_free(&piece);
  MPI_File_close(&file);
}

static void with_requests(void) {
  MPI_Request requests[3];
  MPI_Status statuses[3];
  MPI_File file =
      open_file(MPI_COMM_WORLD, file_named("requests"), MPI_MODE_CREATE | MPI_MODE_RDWR);
  const MPI_Offset own = rank * NUMBERS * 4;
  for (int step = 0; step < 3; ++step) {
    MPI_File_iwrite_at(file, own, numbers, NUMBERS, MPI_INT, &requests[0]);
    MPI_Isend(numbers, 1, MPI_INT, (rank + 1) % ranks, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Irecv(got, 1, MPI_INT, (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, &requests[2]);
    MPI_Waitall(3, requests, statuses);
    MPI_File_iread_at(file, own, got, NUMBERS, MPI_INT, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    EXPECT(got[0] == rank);
  }
  MPI_File_iwrite_at_all(file, own, numbers, 7, MPI_INT, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_File_iread_at_all(file, own, got, 7, MPI_INT, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_File_seek(file, own, MPI_SEEK_SET);
  MPI_File_iwrite(file, numbers, 3, MPI_INT, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_File_seek(file, own, MPI_SEEK_SET);
  MPI_File_iread(file, got, 3, MPI_INT, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_File_iwrite_all(file, numbers, 3, MPI_INT, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_File_iread_all(file, got, 3, MPI_INT, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_File_close(&file);
}

static void with_shared_place(void) {
  MPI_Request request;
  MPI_File file = open_file(MPI_COMM_WORLD, file_named("shared"), MPI_MODE_CREATE | MPI_MODE_RDWR);
  MPI_File_write_ordered(file, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_write_shared(file, numbers, 2, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_iwrite_shared(file, numbers, 2, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  MPI_File_read_ordered(file, got, 4, MPI_INT, MPI_STATUS_IGNORE);
  EXPECT(got[0] == rank);
  MPI_File_read_shared(file, got, 2, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_iread_shared(file, got, 2, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  MPI_File_write_ordered_begin(file, numbers, 4, MPI_INT);
  MPI_File_write_ordered_end(file, numbers, MPI_STATUS_IGNORE);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  MPI_File_read_ordered_begin(file, got, 4, MPI_INT);
  MPI_File_read_ordered_end(file, got, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
}

// What is there before is no business of MPI.
static void make_file(const char* path) {
  FILE* file = rank == 0 ? fopen(path, "w") : NULL;
  if (file != NULL) {
    fwrite(numbers, sizeof(int), 8, file);
    fclose(file);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

// A file of each process, and files that are not there; what was written is read, and deleted.
static void alone(void) {
  char own[16];
  MPI_Status status;
  MPI_File file = MPI_FILE_NULL;
  snprintf(own, sizeof own, "of-%d", rank);
  EXPECT(MPI_File_delete(file_named("missing"), MPI_INFO_NULL) != MPI_SUCCESS);
  EXPECT(MPI_File_open(MPI_COMM_SELF, file_named("missing"), MPI_MODE_RDONLY, MPI_INFO_NULL,
                       &file) != MPI_SUCCESS);
  file =
      open_file(MPI_COMM_SELF, file_named(own), MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_WRONLY);
  MPI_File_write(file, numbers, NUMBERS, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  file = open_file(MPI_COMM_SELF, file_named(own), MPI_MODE_RDONLY);
  MPI_File_read(file, got, NUMBERS, MPI_INT, &status);
  EXPECT(received(&status) == NUMBERS && got[0] == rank);
  MPI_File_close(&file);
  MPI_File_delete(file_named(own), MPI_INFO_NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  make_file(file_named("before"));
  file = open_file(MPI_COMM_WORLD, file_named("before"), MPI_MODE_RDONLY);
  MPI_File_read(file, got, 8, MPI_INT, &status);
  EXPECT(received(&status) == 8);
  MPI_File_close(&file);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  begin = argc > 1 ? argv[1] : "mpi_files";
  for (int i = 0; i < NUMBERS; ++i) numbers[i] = rank;
  at_places();
  with_view();
  with_requests();
  with_shared_place();
  alone();
  MPI_Barrier(MPI_COMM_WORLD);
  const char* const ends[] = {"places", "view", "requests", "shared", "before"};
  for (int i = 0; rank == 0 && i < 5; ++i) remove(file_named(ends[i]));
  MPI_Finalize();
  return 0;
}
