// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/world.h"

#include "runtime/mpi/calls.h"

namespace tarry::runtime::mpi {

#if TARRY_HAS_Session_init

namespace {

constinit bool is_open = false;
constinit MPI_Session tool{};
constinit MPI_Group world_of_sessions{};

}  // namespace

World::World() {
  if (is_open)
    group_ = world_of_sessions;
  else if (own::Comm_group(MPI_COMM_WORLD, &group_) != MPI_SUCCESS)
    group_ = MPI_GROUP_NULL;
}

World::~World() {
  if (!is_open && group_ != MPI_GROUP_NULL) own::Group_free(&group_);
}

bool open_world_of_sessions() {
  if (is_open) return true;
  if (own::Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &tool) != MPI_SUCCESS) return false;
  if (own::Group_from_session_pset(tool, "mpi://WORLD", &world_of_sessions) == MPI_SUCCESS)
    return is_open = true;
  own::Session_finalize(&tool);
  return false;
}

void close_world_of_sessions() {
  if (!is_open) return;
  is_open = false;
  own::Group_free(&world_of_sessions);
  own::Session_finalize(&tool);
}

#else

World::World() {
  if (own::Comm_group(MPI_COMM_WORLD, &group_) != MPI_SUCCESS) group_ = MPI_GROUP_NULL;
}

World::~World() {
  if (group_ != MPI_GROUP_NULL) own::Group_free(&group_);
}

#endif

}  // namespace tarry::runtime::mpi
