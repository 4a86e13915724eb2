// SPDX-License-Identifier: BSD-3-Clause
// Programs that start processes of their own. The first argument says which:
//   talk      two children: messages and a barrier between the two sides, and communicators of both
//   family    a process with a child and a grandchild, then two programs that all start together
//   outlive   a child that ends after its parent
//   call P    starts the program P, tells it something and sends it a message
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "mpi_expect.h"

enum { kChildren = 2, kPause_us = 1000 };

static MPI_Comm start(const char* program, char* what, int number, MPI_Comm comm) {
  char* arguments[] = {what, NULL};
  MPI_Comm children;
  EXPECT(MPI_Comm_spawn(program, arguments, number, MPI_INFO_NULL, 0, comm, &children,
                        MPI_ERRCODES_IGNORE) == MPI_SUCCESS);
  return children;
}

static int rank_in(MPI_Comm comm) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

// Parents are ranks 0 and 1 of `all`, children 2 and 3.
static void talk_among(MPI_Comm all) {
  MPI_Comm again, half;
  const int rank = rank_in(all), one = 1;
  int sum = 0, value = rank, got = -1;
  MPI_Request request;
  MPI_Comm_set_name(all, "all");
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, all);
  EXPECT(sum == 2 + kChildren);
  MPI_Comm_dup(all, &again);
  MPI_Comm_set_name(again, "again");
  if (rank == 1) {
    MPI_Isend(&value, 1, MPI_INT, 3, 5, again, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else if (rank == 3) {
    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 5, again, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT(got == 1);
  }
  MPI_Comm_split(again, rank % 2, 0, &half);
  MPI_Comm_set_name(half, rank % 2 == 0 ? "even" : "odd");
  MPI_Bcast(&value, 1, MPI_INT, 0, half);
  EXPECT(value == rank % 2);
  MPI_Comm_free(&half);
  MPI_Comm_split(all, rank / 2, 0, &half);
  MPI_Comm_set_name(half, rank < 2 ? "parents" : "children");
  MPI_Barrier(half);
  MPI_Comm_free(&half);
  MPI_Comm_free(&again);
}

static void talk(const char* program) {
  MPI_Comm children = start(program, "talk", kChildren, MPI_COMM_WORLD), all;
  int answer;
  MPI_Comm_set_name(children, "between");
  if (rank_in(MPI_COMM_WORLD) == 0)
    for (int child = 0; child < kChildren; ++child) {
      MPI_Send(&child, 1, MPI_INT, child, 3, children);
      MPI_Recv(&answer, 1, MPI_INT, child, 4, children, MPI_STATUS_IGNORE);
      EXPECT(answer == 100 + child);
    }
  MPI_Barrier(children);
  MPI_Intercomm_merge(children, 0, &all);
  talk_among(all);
  MPI_Comm_free(&all);
  MPI_Comm_disconnect(&children);
}

static void answer_talk(MPI_Comm parents) {
  MPI_Comm all;
  int number = -1;
  MPI_Comm_set_name(parents, "between");
  MPI_Recv(&number, 1, MPI_INT, 0, 3, parents, MPI_STATUS_IGNORE);
  EXPECT(number == rank_in(MPI_COMM_WORLD));
  number += 100;
  MPI_Send(&number, 1, MPI_INT, 0, 4, parents);
  MPI_Barrier(parents);
  MPI_Intercomm_merge(parents, 1, &all);
  talk_among(all);
  MPI_Comm_free(&all);
  MPI_Comm_disconnect(&parents);
}

static void hear(MPI_Comm children, int child, int tag) {
  int got;
  MPI_Recv(&got, 1, MPI_INT, child, tag, children, MPI_STATUS_IGNORE);
}

static void tell(MPI_Comm parents, int tag) {
  MPI_Send(&tag, 1, MPI_INT, 0, tag, parents);
  MPI_Comm_disconnect(&parents);
}

static void family(char* program) {
  char* programs[] = {program, program};
  char *first[] = {"first", NULL}, *second[] = {"second", NULL};
  char** arguments[] = {first, second};
  const int numbers[] = {1, 1};
  const MPI_Info hints[] = {MPI_INFO_NULL, MPI_INFO_NULL};
  MPI_Comm children;
  if (rank_in(MPI_COMM_WORLD) == 1) {
    children = start(program, "child", 1, MPI_COMM_SELF);
    hear(children, 0, 21);
    MPI_Comm_disconnect(&children);
  }
  EXPECT(MPI_Comm_spawn_multiple(2, programs, arguments, numbers, hints, 0, MPI_COMM_WORLD,
                                 &children, MPI_ERRCODES_IGNORE) == MPI_SUCCESS);
  if (rank_in(MPI_COMM_WORLD) == 0) {
    hear(children, 0, 11);
    hear(children, 1, 12);
  }
  MPI_Comm_disconnect(&children);
}

static void have_child(const char* program, MPI_Comm parents) {
  MPI_Comm children = start(program, "grandchild", 1, MPI_COMM_SELF);
  hear(children, 0, 22);
  MPI_Comm_disconnect(&children);
  tell(parents, 21);
}

static void outlive(const char* program) {
  MPI_Comm children = start(program, "last", 1, MPI_COMM_SELF);
  int pid = (int)getpid();
  MPI_Send(&pid, 1, MPI_INT, 0, 3, children);
  MPI_Comm_disconnect(&children);
}

static void be_last(MPI_Comm parents) {
  int pid;
  MPI_Recv(&pid, 1, MPI_INT, 0, 3, parents, MPI_STATUS_IGNORE);
  MPI_Comm_disconnect(&parents);
  while (kill(pid, 0) == 0 || errno != ESRCH) usleep(kPause_us);
}

static void call(const char* program) {
  MPI_Comm children = start(program, "called", 1, MPI_COMM_WORLD);
  int value = 0;
  if (rank_in(MPI_COMM_WORLD) == 0) MPI_Send(&value, 1, MPI_INT, 0, 3, children);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_disconnect(&children);
}

static void be_called(MPI_Comm parents) {
  int value = -1;
  MPI_Recv(&value, 1, MPI_INT, 0, 3, parents, MPI_STATUS_IGNORE);
  MPI_Comm_disconnect(&parents);
}

int main(int argc, char** argv) {
  MPI_Comm parents;
  MPI_Init(&argc, &argv);
  MPI_Comm_get_parent(&parents);
  EXPECT(argc > 1);
  const char* const what = argv[1];
  const int is_first = parents == MPI_COMM_NULL;
  if (strcmp(what, "talk") == 0 && is_first)
    talk(argv[0]);
  else if (strcmp(what, "talk") == 0)
    answer_talk(parents);
  else if (strcmp(what, "family") == 0)
    family(argv[0]);
  else if (strcmp(what, "child") == 0)
    have_child(argv[0], parents);
  else if (strcmp(what, "grandchild") == 0)
    tell(parents, 22);
  else if (strcmp(what, "first") == 0)
    tell(parents, 11);
  else if (strcmp(what, "second") == 0)
    tell(parents, 12);
  else if (strcmp(what, "outlive") == 0)
    outlive(argv[0]);
  else if (strcmp(what, "last") == 0)
    be_last(parents);
  else if (strcmp(what, "call") == 0)
    call(argv[2]);
  else
    be_called(parents);
  MPI_Finalize();
  return 0;
}
