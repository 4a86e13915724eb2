// SPDX-License-Identifier: BSD-3-Clause
// A ring of ranks that put values into the window of their right neighbor between computations.
// They use fences, post and start with `pscw`; with `lock` all ranks add to rank 0's window under
// an exclusive lock, which they hold for a while.
#include <mpi.h>

#include "planted.h"

static void compute(int base) { work("compute", base); }

static void hold(int base) { work("hold", base / 8); }

static void put_between_fences(MPI_Win window, int right, double* value) {
  MPI_Win_fence(0, window);
  MPI_Put(value, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
}

static void put_to_group(MPI_Win window, MPI_Group origin, MPI_Group target, int right,
                         double* value) {
  MPI_Win_post(origin, 0, window);
  MPI_Win_start(target, 0, window);
  MPI_Put(value, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, window);
  MPI_Win_complete(window);
  MPI_Win_wait(window);
}

static void add_under_lock(MPI_Win window, int base, double* value) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
  MPI_Accumulate(value, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, window);
  hold(base);
  MPI_Win_unlock(0, window);
}

int main(int arguments, char** argument) {
  start(arguments, argument);
  const int steps = number("steps", 20), base = number("base", 10000);
  const int left = (planted.rank + planted.ranks - 1) % planted.ranks,
            right = (planted.rank + 1) % planted.ranks;
  double *memory, value = 1;
  MPI_Win window;
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Group all, origin, target;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &left, &origin);
  MPI_Group_incl(all, 1, &right, &target);
  for (planted.step = 0; planted.step < steps; ++planted.step) {
    compute(base);
    if (given("pscw"))
      put_to_group(window, origin, target, right, &value);
    else if (given("lock"))
      add_under_lock(window, base, &value);
    else
      put_between_fences(window, right, &value);
  }
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
