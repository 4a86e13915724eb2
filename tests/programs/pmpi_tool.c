// SPDX-License-Identifier: BSD-3-Clause
// Another tool that wraps MPI functions, as users preload or link them: counts the calls that pass
// through it, and at MPI_Finalize writes the counts to $PMPI_TOOL_OUTPUT.<rank>. Its wrapper of
// MPI_Bcast calls a function that it wraps itself.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum Counted { kInit, kSend, kRecv, kIsend, kIrecv, kWait, kBcast, kCommDup, kCommRank, kCounted };
static int counts[kCounted];

int MPI_Init(int* argc, char*** argv) {
  ++counts[kInit];
  const int error = PMPI_Init(argc, argv);
  MPI_Comm own;
  PMPI_Comm_dup(MPI_COMM_WORLD, &own);
  PMPI_Barrier(own);
  PMPI_Comm_free(&own);
  return error;
}

int MPI_Send(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  ++counts[kSend];
  return PMPI_Send(buffer, count, type, to, tag, comm);
}

int MPI_Recv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status* status) {
  ++counts[kRecv];
  return PMPI_Recv(buffer, count, type, from, tag, comm, status);
}

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
  ++counts[kIsend];
  return PMPI_Isend(buffer, count, type, to, tag, comm, request);
}

int MPI_Irecv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request* request) {
  ++counts[kIrecv];
  return PMPI_Irecv(buffer, count, type, from, tag, comm, request);
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  ++counts[kWait];
  return PMPI_Wait(request, status);
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  int rank;
  ++counts[kBcast];
  MPI_Comm_rank(comm, &rank);
  return PMPI_Bcast(buffer, count, type, root, comm);
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* fresh) {
  ++counts[kCommDup];
  return PMPI_Comm_dup(comm, fresh);
}

int MPI_Comm_rank(MPI_Comm comm, int* rank) {
  ++counts[kCommRank];
  return PMPI_Comm_rank(comm, rank);
}

int MPI_Finalize(void) {
  const char* const output = getenv("PMPI_TOOL_OUTPUT");
  int rank;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (output != NULL) {
    char name[4200];
    snprintf(name, sizeof name, "%s.%d", output, rank);
    FILE* const file = fopen(name, "w");
    if (file != NULL) {
      for (int i = 0; i < kCounted; ++i) fprintf(file, "%d ", counts[i]);
      fprintf(file, "\n");
      fclose(file);
    }
  }
  return PMPI_Finalize();
}
