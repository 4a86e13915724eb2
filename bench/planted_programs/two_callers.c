// SPDX-License-Identifier: BSD-3-Clause
// A solver is called by a predictor and a corrector, and is slow only for one of them. All ranks
// meet after both, or after each with `twice`.
#include <mpi.h>

#include "planted.h"

static void solve(const char* caller, int base) { work(caller, base); }

static void meet(void) { MPI_Barrier(MPI_COMM_WORLD); }

static void predict(int base) {
  solve("predict", base);
  if (given("twice")) meet();
}

static void correct(int base) {
  solve("correct", base);
  meet();
}

int main(int arguments, char** argument) {
  start(arguments, argument);
  const int steps = number("steps", 20), base = number("base", 8000);
  for (planted.step = 0; planted.step < steps; ++planted.step) {
    predict(base);
    correct(base);
  }
  MPI_Finalize();
  return 0;
}
