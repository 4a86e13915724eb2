// SPDX-License-Identifier: BSD-3-Clause
// MPI and OpenMP: in each step all threads relax their part, the initial thread keeps the books,
// and all ranks meet. With `critical` the threads add up their results one after the other.
#include <mpi.h>
#include <omp.h>

#include "planted.h"

static void relax_part(int base) { work_of_thread("relax_part", base, omp_get_thread_num()); }

static void add_up(int base) { work_of_thread("add_up", base / 10, omp_get_thread_num()); }

static void relax(int base) {
  const int critical = given("critical");
#pragma omp parallel
  {
    relax_part(base);
    if (critical) {
#pragma omp critical
      add_up(base);
    }
  }
}

static void keep_books(int base) { work("keep_books", base / 4); }

int main(int arguments, char** argument) {
  start(arguments, argument);
  const int steps = number("steps", 20), base = number("base", 10000);
  for (planted.step = 0; planted.step < steps; ++planted.step) {
    double change = 1, largest;
    relax(base);
    keep_books(base);
    MPI_Allreduce(&change, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
