// SPDX-License-Identifier: BSD-3-Clause
// The job of this process: the processes that share its MPI_COMM_WORLD. The launcher starts the
// first one, and each MPI_Comm_spawn one more. The processes of a job know its identity, that of
// the communicator between parents and children, from the variable TARRY_JOB, which the runtime
// has given to them (spawn_command.h). All parents know the identity as well, without a message.
// docs/decisions/091-started-processes.md
#pragma once

#include "runtime/mpi/comm_identity.h"

namespace tarry::runtime::mpi {

// Returns kFirstJob in a process that the launcher has started.
CommKey own_job();

// Returns the identity of MPI_COMM_WORLD.
CommKey own_world();

// Writes the line `job`, except in the first job. To be called when the process is defined.
void define_job();

// The value of TARRY_JOB for the processes of a job. It tells the identity, and for each generation
// the rank of the process that has started it in its world and how many others that has started
// before: "1f…0a:2,0" is the first job that rank 2 of the first job has started.
struct JobText {
  static constexpr unsigned kMost = 512;
  char text[kMost];
};

// Makes the text for the next job that this process starts; `rank` is its rank in MPI_COMM_WORLD.
// Returns false if there are too many generations.
bool name_next_job(CommKey job, int rank, JobText& out);

// Says that this process knows a communicator with processes of another job. What the jobs have
// recorded is then put together after the run.
void note_other_job();
bool knows_other_job();

}  // namespace tarry::runtime::mpi
