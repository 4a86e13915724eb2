// SPDX-License-Identifier: BSD-3-Clause
// A ring of ranks that exchange `bytes` with both neighbors while they compute the inner part, and
// then compute the border. Large messages move only while both sides are in MPI. With `sendrecv`
// nothing overlaps.
#include <mpi.h>

#include "planted.h"

static void interior(int base) { work("interior", base); }

static void border(int base) { work("border", base / 4); }

static void exchange(char* halo, int bytes, int left, int right) {
  MPI_Sendrecv(halo, bytes, MPI_CHAR, right, 1, halo + bytes, bytes, MPI_CHAR, left, 1,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(halo, bytes, MPI_CHAR, left, 2, halo + bytes, bytes, MPI_CHAR, right, 2,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void begin_exchange(char* halo, int bytes, int left, int right, MPI_Request* requests) {
  MPI_Irecv(halo + 2 * bytes, bytes, MPI_CHAR, left, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(halo + 3 * bytes, bytes, MPI_CHAR, right, 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(halo, bytes, MPI_CHAR, left, 2, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(halo + bytes, bytes, MPI_CHAR, right, 1, MPI_COMM_WORLD, &requests[3]);
}

static void end_exchange(MPI_Request* requests) { MPI_Waitall(4, requests, MPI_STATUSES_IGNORE); }

int main(int arguments, char** argument) {
  start(arguments, argument);
  const int steps = number("steps", 20), base = number("base", 10000), bytes = number("bytes", 8);
  const int left = (planted.rank + planted.ranks - 1) % planted.ranks,
            right = (planted.rank + 1) % planted.ranks;
  char* const halo = calloc(4, (size_t)bytes);
  MPI_Request requests[4];
  for (planted.step = 0; planted.step < steps; ++planted.step) {
    if (given("sendrecv")) {
      interior(base);
      exchange(halo, bytes, left, right);
    } else {
      begin_exchange(halo, bytes, left, right, requests);
      interior(base);
      end_exchange(requests);
    }
    border(base);
  }
  free(halo);
  MPI_Finalize();
  return 0;
}
