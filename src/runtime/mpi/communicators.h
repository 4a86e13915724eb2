// SPDX-License-Identifier: BSD-3-Clause
// The communicators of a process: what records need to know about each (its number in the log,
// size, rank), and the identity that makes it the same communicator on all its members
// (comm_identity.h). A communicator that is not here (spawned, connected, accepted) gets no message
// or collective records: the caller leaves them out and counts.
//
// Creations inside of other MPI calls are the MPI library's, or those of callbacks of the program
// (copying attributes). Which, cannot be told; so they are remembered only, and defined when the
// program uses what they made. They are counted apart, because the program's own must keep their
// numbers even if some processes' library makes more of them than others'.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "runtime/mpi/comm_identity.h"
#include "runtime/mpi/flat_table.h"

namespace tarry::runtime::mpi {

struct Communicator {
  CommKey key;
  std::uint32_t number = 0;  // in the log
  std::uint32_t rank = 0;    // of this process
  std::uint32_t size = 0;
  std::uint32_t remote_size = 0;  // 0 unless `inter`
  std::uint64_t creations = 0;    // collective creations on it so far
  std::uint64_t nested_creations = 0;
  // How often each group of its members has made a communicator for itself; nullptr: never.
  FlatTable<std::uint64_t>* group_creations = nullptr;
  bool inter = false;
  Communicator* next_free = nullptr;  // while it is not in use

  // Members a collective operation exchanges blocks with.
  [[nodiscard]] std::uint32_t partners() const { return inter ? remote_size : size; }
};

// MPI_COMM_WORLD and MPI_COMM_SELF, numbers 0 and 1. Before any other function of this file.
void define_predefined_communicators();

// Several threads may use the tables from now on. Call before they can.
void share_communicators();

// nullptr for MPI_COMM_NULL and for communicators of unknown origin; the latter are counted.
// Defines what was made inside of another call. Thread: any.
Communicator* find_communicator(MPI_Comm comm);

// Announces a creation that is collective over `parent` and gives its place in the sequence of
// those. To be called by every member, before the real call, whether or not it will be in the new
// communicator. `known` is false if the parent is not known.
struct Ancestry {
  CommKey parent;
  Creation how{};
  std::uint64_t sequence = 0;
  bool known = false;
};
Ancestry begin_creation(MPI_Comm parent, Creation how);

// The same inside of another MPI call.
Ancestry begin_nested_creation(MPI_Comm parent, Creation how);

// Defines what the real call returned; nothing for MPI_COMM_NULL.
void define_collective(const Ancestry& ancestry, MPI_Comm fresh);

// Leaves that to find_communicator().
void define_when_used(const Ancestry& ancestry, MPI_Comm fresh);

void define_create_group(MPI_Comm parent, int tag, MPI_Comm fresh);
void define_intercomm(int tag, MPI_Comm fresh);

void name_communicator(MPI_Comm comm, const char* name);

// Before the real call that frees it: its handle may be given to another thread at once.
void forget_communicator(MPI_Comm comm);

// Records left out because their communicator is not known.
std::uint64_t unknown_communicator_uses();

}  // namespace tarry::runtime::mpi
