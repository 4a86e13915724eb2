// SPDX-License-Identifier: BSD-3-Clause
// The group of all processes of the job: that of MPI_COMM_WORLD or, in a program that uses sessions
// and never calls MPI_Init, that of the process set mpi://WORLD.
#pragma once

#include <mpi.h>

namespace tarry::runtime::mpi {

class World {
 public:
  World();
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  // MPI_GROUP_NULL if MPI does not tell it.
  [[nodiscard]] MPI_Group group() const { return group_; }

 private:
  MPI_Group group_ = MPI_GROUP_NULL;
};

// Takes the group from a session of our own from now on. Returns false if MPI refuses that.
bool open_world_of_sessions();

// To be called before the program ends its last session, which would not end MPI while ours is
// open.
void close_world_of_sessions();

}  // namespace tarry::runtime::mpi
