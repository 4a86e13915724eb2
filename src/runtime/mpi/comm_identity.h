// SPDX-License-Identifier: BSD-3-Clause
// Global identities of communicators, computed by every member for itself without a message. An
// identity is a hash of how the communicator came to be: its parent, the operation, a count that
// all members agree on, and its members. Two communicators alive or dead share one only if a
// 128-bit hash collides.
#pragma once

#include <cstddef>
#include <cstdint>

#include "trace/eventlog/definition_set.h"

namespace tarry::runtime::mpi {

using trace::eventlog::CommKey;

inline constexpr CommKey kWorldKey{0, 1};
inline constexpr CommKey kSelfKey{0, 2};

// What the ranks in a hash of members count in: the world of the job that the launcher has started,
// that of another job (job.h), or the communicator from which a joint one was made.
inline constexpr CommKey kFirstJob{};
inline constexpr CommKey kParent{0, 3};

// The operation that made a communicator. It is a part of the identity: the numbers must be the
// same in all processes of a run, but may change between versions.
enum class Creation : std::uint8_t {
  Duplicate = 1,
  Split,
  Create,
  CreateGroup,
  Topology,
  IntercommCreate,
  IntercommMerge,
  Window,
  File,
  FromGroup,
  Spawn,
  World,
};

// Returns a hash of the ranks of a group, in their order, which count in `space`.
CommKey hash_members(const int* ranks, std::size_t count, CommKey space = kFirstJob);

// Returns a hash of two groups that does not depend on their order, which the two sides see
// differently.
CommKey hash_unordered(CommKey a, CommKey b);

// Returns a hash of two groups whose order is the same on all members.
CommKey hash_ordered(CommKey first, CommKey second);

// Returns the identity of a creation that all members of `parent` take part in; `sequence` counts
// the creations on `parent`. Creations inside of another MPI call have a sequence of their own with
// this bit in it.
inline constexpr std::uint64_t kNested = std::uint64_t{1} << 63;
CommKey collective_identity(CommKey parent, Creation how, std::uint64_t sequence, CommKey members);

// Returns the identity of a creation that only the new members take part in; `repetition` counts
// the creations that agree in everything else.
CommKey group_identity(CommKey parent, Creation how, int tag, std::uint64_t repetition,
                       CommKey members);

}  // namespace tarry::runtime::mpi
