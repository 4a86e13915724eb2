// SPDX-License-Identifier: BSD-3-Clause
// A program that never calls MPI_Init: communicators are made from groups of a session, two of
// them with the same tag, while another session comes and goes.
#include "mpi_expect.h"

static MPI_Session session;

static MPI_Comm all_of(const char* tag) {
  MPI_Group group;
  MPI_Comm comm;
  EXPECT(MPI_Group_from_session_pset(session, "mpi://WORLD", &group) == MPI_SUCCESS);
  EXPECT(MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm) ==
         MPI_SUCCESS);
  MPI_Group_free(&group);
  return comm;
}

static void exchange(MPI_Comm comm) {
  int rank, ranks, received = -1, sum = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  MPI_Sendrecv(&rank, 1, MPI_INT, next, 7, &received, 1, MPI_INT, before, 7, comm,
               MPI_STATUS_IGNORE);
  EXPECT(received == before);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  EXPECT(sum == ranks * (ranks - 1) / 2);
}

int main(void) {
  MPI_Session other;
  int rank;
  EXPECT(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session) == MPI_SUCCESS);
  EXPECT(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &other) == MPI_SUCCESS);
  MPI_Comm first = all_of("tarry"), second = all_of("tarry"), halves;
  MPI_Session_finalize(&other);
  exchange(first);
  exchange(second);
  MPI_Comm_rank(second, &rank);
  MPI_Comm_split(second, rank % 2, 0, &halves);
  exchange(halves);
  MPI_Comm_free(&halves);
  MPI_Comm_free(&second);
  MPI_Comm_free(&first);
  MPI_Session_finalize(&session);
  return 0;
}
