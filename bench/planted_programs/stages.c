// SPDX-License-Identifier: BSD-3-Clause
// Items run through all ranks, one stage each. With `synchronous` a stage hands on an item only
// once the next stage takes it, so the slowest stage also holds up those before it. `reduce` adds
// up at the end.
#include <mpi.h>

#include "planted.h"

static void receive_item(char* item, int bytes) {
  if (planted.rank > 0)
    MPI_Recv(item, bytes, MPI_CHAR, planted.rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void process_item(int base) { work("process_item", base); }

static void pass_item(const char* item, int bytes) {
  if (planted.rank + 1 == planted.ranks) return;
  if (given("synchronous"))
    MPI_Ssend(item, bytes, MPI_CHAR, planted.rank + 1, 1, MPI_COMM_WORLD);
  else
    MPI_Send(item, bytes, MPI_CHAR, planted.rank + 1, 1, MPI_COMM_WORLD);
}

int main(int arguments, char** argument) {
  start(arguments, argument);
  const int items = number("items", 20), base = number("base", 10000), bytes = number("bytes", 8);
  char* const item = calloc(1, (size_t)bytes);
  for (planted.step = 0; planted.step < items; ++planted.step) {
    receive_item(item, bytes);
    process_item(base);
    pass_item(item, bytes);
  }
  double mine = 1, sum = 0;
  if (given("reduce")) MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  free(item);
  MPI_Finalize();
  return 0;
}
