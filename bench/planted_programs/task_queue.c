// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 hands out tasks to whoever asks first. A delay's step is the number of the task.
#include <mpi.h>

#include "planted.h"

enum { kAsk = 1, kTask = 2, kStop = -1 };

static void prepare_task(int base) { work("prepare_task", base / 20); }

static void run_task(int base) { work("run_task", base); }

static void hand_out(int tasks, int base) {
  int next = 0;
  for (int working = planted.ranks - 1; working > 0;) {
    int result, task = kStop;
    MPI_Status status;
    MPI_Recv(&result, 1, MPI_INT, MPI_ANY_SOURCE, kAsk, MPI_COMM_WORLD, &status);
    if (next < tasks) {
      planted.step = task = next++;
      prepare_task(base);
    } else {
      --working;
    }
    MPI_Send(&task, 1, MPI_INT, status.MPI_SOURCE, kTask, MPI_COMM_WORLD);
  }
}

static void take_tasks(int base) {
  for (;;) {
    int result = 0, task;
    MPI_Send(&result, 1, MPI_INT, 0, kAsk, MPI_COMM_WORLD);
    MPI_Recv(&task, 1, MPI_INT, 0, kTask, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (task == kStop) return;
    planted.step = task;
    run_task(base);
  }
}

int main(int arguments, char** argument) {
  start(arguments, argument);
  const int tasks = number("tasks", 120), base = number("base", 20000);
  if (planted.rank == 0)
    hand_out(tasks, base);
  else
    take_tasks(base);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
