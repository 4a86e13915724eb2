// SPDX-License-Identifier: BSD-3-Clause
// Each rank posts its receives, works, sends large messages to both neighbors, waits for the sends
// and later for the receives. Half of the ranks do `surplus` besides: the others wait for their
// sends until those are back in MPI.
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

static void sleep_ms(long milliseconds) {
  const struct timespec time = {0, milliseconds * 1000000};
  nanosleep(&time, NULL);
}

__attribute__((noinline)) void work(void) { sleep_ms(5); }

__attribute__((noinline)) void surplus(long milliseconds) { sleep_ms(milliseconds); }

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int bytes = argc > 1 ? atoi(argv[1]) : 20000;
  const long milliseconds = argc > 2 ? atol(argv[2]) : 20;
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int left = (rank + size - 1) % size, right = (rank + 1) % size;
  char* out = calloc(2, (size_t)bytes);
  char* in = calloc(2, (size_t)bytes);
  for (int step = 0; step < 20; ++step) {
    MPI_Request receives[2], sends[2];
    MPI_Irecv(in, bytes, MPI_CHAR, left, 0, MPI_COMM_WORLD, &receives[0]);
    MPI_Irecv(in + bytes, bytes, MPI_CHAR, right, 1, MPI_COMM_WORLD, &receives[1]);
    work();
    if (rank < size / 2 && milliseconds > 0) surplus(milliseconds);
    MPI_Isend(out, bytes, MPI_CHAR, right, 0, MPI_COMM_WORLD, &sends[0]);
    MPI_Isend(out + bytes, bytes, MPI_CHAR, left, 1, MPI_COMM_WORLD, &sends[1]);
    MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
    work();
    MPI_Waitall(2, receives, MPI_STATUSES_IGNORE);
  }
  free(out);
  free(in);
  MPI_Finalize();
  return 0;
}
