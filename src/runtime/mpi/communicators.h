// SPDX-License-Identifier: BSD-3-Clause
// The communicators of a process, with the facts that records need (number in the log, size, rank)
// and the identity that makes a communicator the same one on all its members (comm_identity.h). A
// communicator that is unknown here (connected, accepted) gets no records of messages and
// collective operations: the caller leaves them out and counts them.
//
// A joint communicator has processes of several jobs (job.h): that between the two sides of
// MPI_Comm_spawn, and those that are made from it. Nobody here knows all its members by their ranks
// in a world; they are found after the run from what each member knows of itself.
//
// Communicators that are made inside of other MPI calls belong to the MPI library or to callbacks
// of the program (copies of attributes). They are only remembered, and defined as soon as the
// program uses them. They are counted apart, because the numbers of the program's own communicators
// must agree even if the MPI library makes more of them on some processes.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "runtime/mpi/comm_identity.h"
#include "runtime/mpi/flat_table.h"
#include "runtime/mpi/neighbors.h"

namespace tarry::runtime::mpi {

struct Communicator {
  CommKey key;
  std::uint32_t number = 0;  // in the log
  std::uint32_t rank = 0;    // the rank of this process
  std::uint32_t size = 0;
  std::uint32_t remote_size = 0;  // 0 unless `inter`
  std::uint64_t creations = 0;    // the collective creations on it so far
  std::uint64_t nested_creations = 0;
  // The number of times that each group of its members has made a communicator; nullptr: never.
  FlatTable<std::uint64_t>* group_creations = nullptr;
  Neighbors* neighbors = nullptr;  // nullptr: no process topology
  bool inter = false;
  bool joint = false;
  std::uint32_t group = 0;  // of `inter`: 0 if the local group is the first one, otherwise 1
  Communicator* next_free = nullptr;  // the next one of those not in use

  // Returns the number of members that a collective operation exchanges blocks with.
  [[nodiscard]] std::uint32_t partners() const { return inter ? remote_size : size; }
};

// Defines MPI_COMM_WORLD and MPI_COMM_SELF with the numbers 0 and 1. To be called before any other
// function of this file.
void define_predefined_communicators();

// Says that several threads may use the tables from now on. To be called before they can.
void share_communicators();

// Returns nullptr for MPI_COMM_NULL and for communicators of unknown origin; the latter are
// counted. Defines a communicator that was made inside of another call. Thread: any.
Communicator* find_communicator(MPI_Comm comm);

// Returns the communicator if it is defined, and nullptr for all others, of which none is counted;
// `may_define` allows to define one that was made inside of another call. Thread: any.
Communicator* known_communicator(MPI_Comm comm, bool may_define);

// Announces a creation that is collective over `parent` and returns its place in the sequence of
// such creations. To be called by every member, before the real call, whether or not it will be in
// the new communicator. `known` is false if the parent is not known.
struct Ancestry {
  CommKey parent;
  Creation how{};
  std::uint64_t sequence = 0;
  bool known = false;
  bool joint = false;       // as in Communicator
  std::uint32_t group = 0;  // the same
};
Ancestry begin_creation(MPI_Comm parent, Creation how);

// Does the same inside of another MPI call.
Ancestry begin_nested_creation(MPI_Comm parent, Creation how);

// Defines the communicator that the real call returned; does nothing for MPI_COMM_NULL. `parent` is
// the one it was made from, if that still exists.
void define_collective(const Ancestry& ancestry, MPI_Comm fresh, MPI_Comm parent = MPI_COMM_NULL);

// Remembers the communicator, so that find_communicator() can define it.
void define_when_used(const Ancestry& ancestry, MPI_Comm fresh);

void define_create_group(MPI_Comm parent, int tag, MPI_Comm fresh);
void define_intercomm(int tag, MPI_Comm fresh);
// A communicator that was made from one or two groups, which need no parent.
void define_from_group(const char* tag, MPI_Comm fresh);

// Returns the identity of the job that a spawn by all members of `comm` starts.
CommKey job_to_start(const Ancestry& ancestry, MPI_Comm comm);

// Defines the communicator between the members of a communicator that have started the job `job`,
// and its processes.
enum class Side { Starts, IsStarted };
void define_spawned(CommKey job, Side side, MPI_Comm fresh);

void name_communicator(MPI_Comm comm, const char* name);

// To be called before the real call that frees it: the handle may go to another thread at once.
void forget_communicator(MPI_Comm comm);

// Returns the number of records that were left out because their communicator is not known.
std::uint64_t unknown_communicator_uses();

}  // namespace tarry::runtime::mpi
