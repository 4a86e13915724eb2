// SPDX-License-Identifier: BSD-3-Clause
// MPI calls below functions of a known structure: two callers of one function, recursion, a
// function called through a pointer, one that a template and a class make, a call back from the C
// library, a call after which nothing is left to be done. The same call paths must be recorded from
// a program with function hooks and from one without. usage: call_stacks [MOST_DEPTH]
#include <mpi.h>

#include <cstdlib>

#define PLAIN [[gnu::noinline]]

namespace {

volatile int spent = 0;

PLAIN void work(int amount) {
  for (int i = 0; i < amount; ++i) spent = spent + 1;
}

}  // namespace

PLAIN void exchange() {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  work(10);
  MPI_Barrier(MPI_COMM_WORLD);
  work(10);
}

PLAIN void left_half() {
  work(100);
  exchange();
  work(100);
}

PLAIN void right_half() {
  exchange();
  work(50);
}

PLAIN void descend(int depth) {
  if (depth > 0) descend(depth - 1);
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  work(depth);
}

PLAIN double reduce(double value) {
  double sum = 0;
  MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum + spent;
}

PLAIN int compare(const void* a, const void* b) {
  MPI_Wtime();
  int flag;
  MPI_Initialized(&flag);
  return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}

// Has a frame whose size is not known in advance.
PLAIN void variable(int count) {
  int* values = static_cast<int*>(__builtin_alloca(sizeof(int) * static_cast<unsigned>(count)));
  for (int i = 0; i < count; ++i) values[i] = count - i;
  MPI_Bcast(values, count, MPI_INT, 0, MPI_COMM_WORLD);
  spent = spent + values[count - 1];
}

namespace solver {

template <class T>
class Grid {
 public:
  PLAIN void step(T value) {
    total_ += static_cast<T>(operation_(static_cast<double>(value)));
    work(3);
  }
  PLAIN void run(int steps) {
    for (int i = 0; i < steps; ++i) step(static_cast<T>(i));
    work(5);
  }

 private:
  double (*volatile operation_)(double) = reduce;
  T total_ = 0;
};

}  // namespace solver

PLAIN void sort_values() {
  int values[4] = {3, 1, 2, 0};
  std::qsort(values, 4, sizeof(int), compare);
  spent = spent + values[0];
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 3; ++i) {
    left_half();
    right_half();
  }
  descend(argc > 1 ? std::atoi(argv[1]) : 3);
  solver::Grid<float>().run(3);
  for (int i = 1; i < 4; ++i) variable(100 * i);
  sort_values();
  MPI_Finalize();
  return 0;
}
