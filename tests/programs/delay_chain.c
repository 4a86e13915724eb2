// SPDX-License-Identifier: BSD-3-Clause
// A makes B wait, which makes C wait: forced by sleeping, with any two operations. The workloads
// come from the command line, so that the table of situations is in one place
// (tests/cases/delay_matrix.py).
//
// usage: delay_chain MILLISECONDS FIRST SECOND A B B_AFTER C
//
// FIRST is how B waits for A and SECOND how C waits for B: latesender, latereceiver, barrier, n2n,
// 12n, n21, ompbarrier, and none if there is no C. A, B, B_AFTER and C say what each does, as f3g2:
// f for 3 units, then g for 2; - is nothing. With MPI alone each is a rank. A barrier of OpenMP is
// between two threads of a rank, the initial one of which is B and calls MPI.
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NOT_RECORDED __attribute__((no_instrument_function))
#define RECORDED __attribute__((noinline))

enum Role { A, B, C };

struct Chain {
  int milliseconds;
  const char *first, *second;
  const char *a, *b, *b_after, *c;
};

static struct Chain chain;
static MPI_Comm first_pair, second_pair;  // in both the cause is rank 0

NOT_RECORDED static void spend(int units) {
  const long milliseconds = (long)units * chain.milliseconds;
  const struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&pause, NULL);
}

// The volatile accesses keep the calls apart and prevent tail calls.
static volatile int finished;
RECORDED static void f(int units) { spend(units), finished = 1; }
RECORDED static void g(int units) { spend(units), finished = 2; }
RECORDED static void h(int units) { spend(units), finished = 3; }
RECORDED static void k(int units) { spend(units), finished = 4; }
RECORDED static void rest(int units) { spend(units), finished = 5; }

NOT_RECORDED static void work(const char* regions) {
  for (; regions[0] != '\0' && regions[1] != '\0'; regions += 2) {
    const int units = regions[1] - '0';
    if (regions[0] == 'f') f(units);
    if (regions[0] == 'g') g(units);
    if (regions[0] == 'h') h(units);
    if (regions[0] == 'k') k(units);
  }
}

NOT_RECORDED static int length(const char* regions) {
  int units = 0;
  for (; regions[0] != '\0' && regions[1] != '\0'; regions += 2) units += regions[1] - '0';
  return units;
}

NOT_RECORDED static int is(const char* name, const char* other) { return strcmp(name, other) == 0; }

// Performs one side of an operation: the awaited one, or the one that waits.
NOT_RECORDED static void meet(const char* operation, MPI_Comm pair, int waits) {
  long mine = 1, theirs = 0;
  const int partner = waits ? 0 : 1;
  if (is(operation, "latesender") && waits)
    MPI_Recv(&theirs, 1, MPI_LONG, partner, 0, pair, MPI_STATUS_IGNORE);
  else if (is(operation, "latesender"))
    MPI_Send(&mine, 1, MPI_LONG, partner, 0, pair);
  else if (is(operation, "latereceiver") && waits)
    MPI_Ssend(&mine, 1, MPI_LONG, partner, 0, pair);
  else if (is(operation, "latereceiver"))
    MPI_Recv(&theirs, 1, MPI_LONG, partner, 0, pair, MPI_STATUS_IGNORE);
  else if (is(operation, "barrier"))
    MPI_Barrier(pair);
  else if (is(operation, "n2n"))
    MPI_Allreduce(&mine, &theirs, 1, MPI_LONG, MPI_SUM, pair);
  else if (is(operation, "12n"))
    MPI_Bcast(&mine, 1, MPI_LONG, 0, pair);
  else if (is(operation, "n21"))
    MPI_Reduce(&mine, &theirs, 1, MPI_LONG, MPI_SUM, 1, pair);
  else if (is(operation, "ompbarrier")) {
#pragma omp barrier
  }
}

NOT_RECORDED static void play(enum Role role) {
  if (role == A) {
    work(chain.a);
    meet(chain.first, first_pair, 0);
  } else if (role == B) {
    work(chain.b);
    meet(chain.first, first_pair, 1);
    work(chain.b_after);
    meet(chain.second, second_pair, 0);
  } else {
    work(chain.c);
    meet(chain.second, second_pair, 1);
  }
}

// A and B are threads, C is another rank or absent. Afterwards A takes as long as B, so nobody
// waits at the end of the region.
NOT_RECORDED static void causes_in_team(int rank) {
#pragma omp parallel num_threads(rank == 0 ? 2 : 1)
  {
    if (rank == 1)
      play(C);
    else if (omp_get_thread_num() == 0)
      play(B);
    else {
      play(A);
      rest(length(chain.b_after));
    }
  }
}

// A is a rank, B and C are threads of another.
NOT_RECORDED static void victims_in_team(int rank) {
#pragma omp parallel num_threads(rank == 0 ? 1 : 2)
  play(rank == 0 ? A : omp_get_thread_num() == 0 ? B : C);
}

// A is the thread that gets the single construct.
NOT_RECORDED static void team_alone(void) {
#pragma omp parallel num_threads(2)
  {
    int late = 0;
#pragma omp single nowait
    {
      late = 1;
      work(chain.a);
    }
    if (!late) work(chain.b);
#pragma omp barrier
    finished = 7;  // or GCC jumps to the barrier, which then has no place in the program
  }
}

// Everything that the test considers is below this region.
RECORDED static void situation(int rank) {
  if (is(chain.first, "ompbarrier") && is(chain.second, "none"))
    team_alone();
  else if (is(chain.first, "ompbarrier"))
    causes_in_team(rank);
  else if (is(chain.second, "ompbarrier"))
    victims_in_team(rank);
  else
    play((enum Role)rank);
  finished = 6;
}

// Makes threads here instead of in the situation.
NOT_RECORDED static void make_threads(int rank) {
  const int team_rank = is(chain.first, "ompbarrier") ? 0 : is(chain.second, "ompbarrier") ? 1 : -1;
  if (rank != team_rank) return;
#pragma omp parallel num_threads(2)
  finished = omp_get_num_threads();
}

int main(int argc, char** argv) {
  int rank, ranks, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc != 8 || ranks > 3) {
    fprintf(stderr, "usage: delay_chain MILLISECONDS FIRST SECOND A B B_AFTER C\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  chain = (struct Chain){atoi(argv[1]), argv[2], argv[3], argv[4], argv[5], argv[6], argv[7]};
  MPI_Comm_split(MPI_COMM_WORLD, rank < 2 ? 0 : MPI_UNDEFINED, rank, &first_pair);
  MPI_Comm_split(MPI_COMM_WORLD, rank >= ranks - 2 ? 0 : MPI_UNDEFINED, rank, &second_pair);
  make_threads(rank);
  MPI_Barrier(MPI_COMM_WORLD);
  situation(rank);
  MPI_Finalize();
  return 0;
}
