// SPDX-License-Identifier: BSD-3-Clause
// The lines of the definitions log that describe communicators, windows and groups
// (docs/formats/definitions-log.md).
#pragma once

#include "runtime/mpi/communicators.h"
#include "runtime/mpi/group_members.h"

namespace tarry::runtime::mpi {

void write_comm_definition(const Communicator& comm, const Members& members, const char* kind,
                           const char* name);

void write_comm_name(const Communicator& comm, const char* name);

// Writes the sizes of a Cartesian communicator; does nothing for another one.
void write_comm_grid(const Communicator& comm, MPI_Comm handle);

// Writes the other processes that this one receives from in a neighborhood operation, if there are
// any.
void write_comm_neighbors(const Communicator& comm);

void write_window_definition(std::uint32_t number, CommKey key, const Communicator& comm);

void write_file_definition(std::uint32_t number, CommKey key, const Communicator& comm,
                           const char* name);

void write_window_name(std::uint32_t number, const char* name);

void write_group_definition(std::uint32_t number, CommKey key, const RankList& members);

}  // namespace tarry::runtime::mpi
