// SPDX-License-Identifier: BSD-3-Clause
// Errors that a program handles itself: it gets the class of each, and no handler of another
// object, such as that of MPI_COMM_WORLD, which would end the program, learns of it.
#include "mpi_expect.h"

static int value = 1;

static int class_of(int code) {
  int found = MPI_SUCCESS;
  MPI_Error_class(code, &found);
  return found;
}

static void messages(MPI_Comm comm) {
  MPI_Request request;
  EXPECT(class_of(MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, comm)) == MPI_ERR_TYPE);
  EXPECT(class_of(MPI_Send(&value, 1, MPI_DATATYPE_NULL, MPI_PROC_NULL, 0, comm)) == MPI_ERR_TYPE);
  EXPECT(class_of(MPI_Isend(&value, 1, MPI_DATATYPE_NULL, 0, 0, comm, &request)) == MPI_ERR_TYPE);
  EXPECT(class_of(MPI_Bcast(&value, 1, MPI_DATATYPE_NULL, 0, comm)) == MPI_ERR_TYPE);
}

static void one_sided(MPI_Win window) {
  const int targets[] = {0, MPI_PROC_NULL};
  for (int i = 0; i < 2; ++i) {
    EXPECT(class_of(MPI_Put(&value, 1, MPI_DATATYPE_NULL, targets[i], 0, 1, MPI_INT, window)) ==
           MPI_ERR_TYPE);
    EXPECT(class_of(MPI_Get(&value, 1, MPI_DATATYPE_NULL, targets[i], 0, 1, MPI_INT, window)) ==
           MPI_ERR_TYPE);
    EXPECT(class_of(MPI_Accumulate(&value, 1, MPI_DATATYPE_NULL, targets[i], 0, 1, MPI_INT, MPI_SUM,
                                   window)) == MPI_ERR_TYPE);
  }
  EXPECT(class_of(MPI_Put(&value, 1, MPI_INT, 99, 0, 1, MPI_INT, window)) == MPI_ERR_RANK);
  MPI_Win_fence(0, window);
#ifdef OPEN_MPI  // takes it for an empty group; other libraries end the program
  EXPECT(MPI_Win_post(MPI_GROUP_NULL, 0, window) == MPI_SUCCESS);
  EXPECT(MPI_Win_start(MPI_GROUP_NULL, 0, window) == MPI_SUCCESS);
  EXPECT(MPI_Win_complete(window) == MPI_SUCCESS);
  EXPECT(MPI_Win_wait(window) == MPI_SUCCESS);
#endif
}

int main(int argc, char** argv) {
  MPI_Comm comm;
  MPI_Win window;
  int* memory;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  messages(comm);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
  MPI_Win_fence(0, window);
  one_sided(window);
  MPI_Win_free(&window);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
