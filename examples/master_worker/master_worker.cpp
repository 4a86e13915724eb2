// SPDX-License-Identifier: BSD-3-Clause
// A task farm: rank 0 hands out tasks to the ranks that ask for them. Tasks of one type take much
// longer than the rest, and the last task is of that type: while one rank works on it, all the
// others already wait in the final barrier.
//
// usage: master_worker [tasks [milliseconds of a slow task]]
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

constexpr int kAsk = 1;   // worker to master: result of the last task, 0 at first
constexpr int kTask = 2;  // master to worker: number of a task, or kStop
constexpr int kStop = -1;
constexpr int kFastMilliseconds = 2;

struct Farm {
  int tasks = 20;
  int slow_milliseconds = 60;
};

void spend(int milliseconds) {
  const timespec pause{milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&pause, nullptr);
}

long run_fast_task(int task) {
  spend(kFastMilliseconds);
  return task;
}

long run_slow_task(int task, int milliseconds) {
  spend(milliseconds);
  return 1000L * task;
}

long run_task(const Farm& farm, int task) {
  const bool slow = task + 1 == farm.tasks;
  return slow ? run_slow_task(task, farm.slow_milliseconds) : run_fast_task(task);
}

// Hands out every task, then one kStop to each worker, and returns the sum of the results.
long hand_out(const Farm& farm, int workers) {
  long sum = 0;
  int next = 0;
  int working = workers;
  while (working > 0) {
    long result = 0;
    MPI_Status status;
    MPI_Recv(&result, 1, MPI_LONG, MPI_ANY_SOURCE, kAsk, MPI_COMM_WORLD, &status);
    sum += result;
    int task = kStop;
    if (next < farm.tasks)
      task = next++;
    else
      --working;
    MPI_Send(&task, 1, MPI_INT, status.MPI_SOURCE, kTask, MPI_COMM_WORLD);
  }
  return sum;
}

void work(const Farm& farm) {
  long result = 0;
  for (;;) {
    int task = 0;
    MPI_Send(&result, 1, MPI_LONG, 0, kAsk, MPI_COMM_WORLD);
    MPI_Recv(&task, 1, MPI_INT, 0, kTask, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (task == kStop) return;
    result = run_task(farm, task);
  }
}

long work_alone(const Farm& farm) {
  long sum = 0;
  for (int task = 0; task < farm.tasks; ++task) sum += run_task(farm, task);
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  Farm farm;
  if (argc > 1) farm.tasks = std::atoi(argv[1]);
  if (argc > 2) farm.slow_milliseconds = std::atoi(argv[2]);
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  MPI_Barrier(MPI_COMM_WORLD);
  long sum = 0;
  if (ranks == 1)
    sum = work_alone(farm);
  else if (rank == 0)
    sum = hand_out(farm, ranks - 1);
  else
    work(farm);
  MPI_Barrier(MPI_COMM_WORLD);

  if (rank == 0) std::printf("master_worker: %d ranks, checksum %ld\n", ranks, sum);
  MPI_Finalize();
  return 0;
}
