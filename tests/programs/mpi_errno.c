// SPDX-License-Identifier: BSD-3-Clause
// errno belongs to the program: an MPI call leaves in it what the MPI library, or a function of the
// program that it calls, has put there, and nothing of the recorder's. Each function is called for
// the first time, so that the recorder has something to do.
#include <errno.h>

#include "mpi_expect.h"

enum { kBefore = 11, kInCallback = 12, kManyRequests = 200 };

static void handler(MPI_Comm* comm, int* error, ...) {
  (void)comm, (void)error;
  errno = kInCallback;
}

static void add(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)in, (void)inout, (void)count, (void)type;
  errno = kInCallback;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = -1;
  errno = kBefore;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  EXPECT(errno == kBefore);

  MPI_Errhandler errors;
  MPI_Comm_create_errhandler(handler, &errors);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, errors);
  errno = kBefore;
  MPI_Comm_call_errhandler(MPI_COMM_SELF, MPI_ERR_OTHER);
  EXPECT(errno == kInCallback);
  errno = kBefore;
  EXPECT(MPI_Send(&rank, 1, MPI_INT, 5, 0, MPI_COMM_SELF) != MPI_SUCCESS);  // there is no rank 5
  EXPECT(errno == kInCallback);

  MPI_Op op;
  int sum = 0;
  MPI_Op_create(add, 1, &op);
  errno = kBefore;
  MPI_Reduce_local(&rank, &sum, 1, MPI_INT, op);
  EXPECT(errno == kInCallback);

  MPI_Request requests[kManyRequests];
  for (int i = 0; i < kManyRequests; ++i) {
    errno = kBefore;
    MPI_Recv_init(&sum, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, &requests[i]);
    EXPECT(errno == kBefore);
  }
  MPI_Startall(kManyRequests, requests);
  errno = kBefore;
  MPI_Waitall(kManyRequests, requests, MPI_STATUSES_IGNORE);
  EXPECT(errno == kBefore);
  for (int i = 0; i < kManyRequests; ++i) MPI_Request_free(&requests[i]);

  MPI_Op_free(&op);
  MPI_Errhandler_free(&errors);
  MPI_Finalize();
  return 0;
}
