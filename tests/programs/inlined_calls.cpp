// SPDX-License-Identifier: BSD-3-Clause
// Calls of MPI in functions that an optimizing compiler puts into their callers: wrappers in
// classes and templates, steps of main, one function in several others. With -DAS_WRITTEN nothing
// is inlined: the same call paths must be recorded. usage: inlined_calls [STEPS]
#include <mpi.h>

#include <cstdlib>

#ifdef AS_WRITTEN
#define INLINED [[gnu::noinline]]
#else
#define INLINED [[gnu::always_inline]] inline
#endif
#define PLAIN [[gnu::noinline]]

namespace wrapped {

volatile int spent = 0;

INLINED void work(int amount) {
  for (int i = 0; i < amount; ++i) spent = spent + 1;
}

template <class T>
struct TypeOf;
template <>
struct TypeOf<double> {
  static MPI_Datatype get() { return MPI_DOUBLE; }
};

class Communicator {
 public:
  INLINED int rank() const {
    int out;
    MPI_Comm_rank(MPI_COMM_WORLD, &out);
    return out;
  }
  INLINED void barrier() const {
    MPI_Barrier(MPI_COMM_WORLD);
    work(2);
  }
  template <class T>
  INLINED void send(const T& value, int to) const {
    MPI_Send(&value, 1, TypeOf<T>::get(), to, 0, MPI_COMM_WORLD);
    work(3);
  }
  template <class T>
  INLINED void receive(T& value, int from) const {
    MPI_Recv(&value, 1, TypeOf<T>::get(), from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    work(3);
  }
};

}  // namespace wrapped

using wrapped::Communicator;
using wrapped::work;

namespace {

// Passes a value around all processes; the first one begins.
INLINED void pass_on(const Communicator& all, double& value) {
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int rank = all.rank();
  if (rank > 0) all.receive(value, rank - 1);
  value += 1;
  if (rank + 1 < size) all.send(value, rank + 1);
  work(4);
}

INLINED void step(const Communicator& all, double& value) {
  work(100);
  pass_on(all, value);
  all.barrier();
  work(50);
}

// A real function that inlined functions call; it calls another one in the same way.
PLAIN double relax(const Communicator& all, double value, int level) {
  work(20);
  all.barrier();
  double sum = 0;
  MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  work(30);
  if (level > 0) sum += relax(all, sum, level - 1);
  all.barrier();
  return sum;
}

INLINED double half(const Communicator& all, double value) {
  work(5);
  const double out = relax(all, value, 0);
  work(5);
  return out / 2;
}

// A function around several calls: those of another function, here and in one that is inlined too,
// and those of MPI.
INLINED double solve(const Communicator& all, double value) {
  work(10);
  value += relax(all, value, 1);
  work(10);
  value += half(all, value);
  MPI_Barrier(MPI_COMM_WORLD);
  return value + half(all, value);
}

// A real function into which two others are inlined.
PLAIN void finish(const Communicator& all, double& value) {
  work(10);
  double sum = 0;
  MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  pass_on(all, sum);
  value = sum + wrapped::spent;
  all.barrier();
  work(10);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const Communicator all;
  double value = 0;
  const int steps = argc > 1 ? std::atoi(argv[1]) : 5;
  for (int i = 0; i < steps; ++i) step(all, value);
  all.barrier();
  value += solve(all, value);
  value += relax(all, value, 0);
  value += relax(all, value, 0);
  finish(all, value);
  MPI_Finalize();
  return value < 0;
}
