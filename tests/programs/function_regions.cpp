// SPDX-License-Identifier: BSD-3-Clause
// MPI calls in functions that are user regions under their own names: in the region and behind it,
// in a function called from there, in a class, in a template, and in a function that is inlined.
#include <mpi.h>
#include <tarry/tarry.h>

#define PLAIN __attribute__((noinline))

namespace {

volatile int kept;

PLAIN void talk() {
  MPI_Barrier(MPI_COMM_WORLD);
  kept = kept + 1;
}

PLAIN void phases() {
  {
    TARRY_FUNCTION;
    talk();
    talk();
  }
  talk();
  kept = kept + 1;
}

template <class T>
struct Grid {
  PLAIN void step(T value) {
    TARRY_FUNCTION;
    MPI_Barrier(MPI_COMM_WORLD);
    talk();
    if (value > 0) step(value - 1);
    kept = kept + 1;
  }
};

__attribute__((always_inline)) inline void small() {
  TARRY_FUNCTION;
  MPI_Barrier(MPI_COMM_WORLD);
  kept = kept + 1;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  phases();
  for (int i = 0; i < 3; ++i) Grid<int>().step(1);
  small();
  MPI_Finalize();
  return 0;
}
