// SPDX-License-Identifier: BSD-3-Clause
// MPI calls in functions and user regions that lie in each other, one of which a function begins
// and another one ends.
#include <mpi.h>
#include <tarry/tarry.h>

#define PLAIN __attribute__((noinline))

static volatile int kept;

PLAIN static void talk(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  ++kept;
}

PLAIN static void begin_step(void) {
  TARRY_REGION_BEGIN("step");
  ++kept;
}

PLAIN static void end_step(void) {
  TARRY_REGION_END("step");
  ++kept;
}

PLAIN static void solve(void) {
  talk();
  TARRY_REGION_BEGIN("phase");
  talk();
  talk();
  TARRY_REGION_END("phase");
  talk();
  ++kept;
}

PLAIN static void run(void) {
  begin_step();
  talk();
  solve();
  end_step();
  talk();
  ++kept;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  TARRY_REGION_BEGIN("all");
  solve();
  run();
  TARRY_REGION_END("all");
  talk();
  MPI_Finalize();
  return 0;
}
