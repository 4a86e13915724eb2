// SPDX-License-Identifier: BSD-3-Clause
// The programs that MPI_Comm_spawn starts, put behind tarry-start as `tarry record` has put the
// program that calls it. Either all programs of a call are measured or none, because the processes
// of a job wait for each other in MPI_Init. A program that would not be measured, or perhaps not be
// found, is left as it is, so that the call does what it does without us.
// docs/decisions/091-started-processes.md
#pragma once

#include <mpi.h>

#include "runtime/mpi/comm_identity.h"

namespace tarry::runtime::mpi {

// What the root of a spawn was given, one entry for each program. The arguments may be
// MPI_ARGVS_NULL, as those of a program may be MPI_ARGV_NULL.
struct SpawnPrograms {
  int count = 0;
  char** programs = nullptr;
  char*** arguments = nullptr;
  const MPI_Info* hints = nullptr;
};

class MeasuredSpawn {
 public:
  MeasuredSpawn() = default;
  ~MeasuredSpawn();
  MeasuredSpawn(const MeasuredSpawn&) = delete;
  MeasuredSpawn& operator=(const MeasuredSpawn&) = delete;

  // Makes the programs to be started instead, for the job `job`; `rank` is the rank of this process
  // in MPI_COMM_WORLD. Returns nullptr if that can be done, otherwise the reason: a noun phrase for
  // a note.
  const char* prepare(const SpawnPrograms& given, CommKey job, int rank);

  [[nodiscard]] char** programs() const { return programs_; }
  [[nodiscard]] char*** arguments() const { return arguments_; }

 private:
  bool copy_words(CommKey job, int rank, const char** why);
  bool add(const SpawnPrograms& given, int number);

  char* words_ = nullptr;  // of tarry-start, each with a 0 behind it
  int word_count_ = 0;
  char** programs_ = nullptr;
  char*** arguments_ = nullptr;
  int count_ = 0;
};

}  // namespace tarry::runtime::mpi
