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

// How a communicator was made. Part of its identity: the numbers must not change while logs of two
// versions can meet, i.e. never within one run; they are free to change between versions.
enum class Creation : std::uint8_t {
  Duplicate = 1,
  Split,
  Create,
  CreateGroup,
  Topology,
  IntercommCreate,
  IntercommMerge,
  Window,
};

// Ordered hash of the world ranks of a group.
CommKey hash_members(const int* world_ranks, std::size_t count);

// Of two groups whose order the two sides see differently.
CommKey hash_unordered(CommKey a, CommKey b);

// A creation that all members of `parent` take part in; `sequence` counts those on `parent`. One
// that was made inside of another MPI call has a sequence of its own and this bit in it.
inline constexpr std::uint64_t kNested = std::uint64_t{1} << 63;
CommKey collective_identity(CommKey parent, Creation how, std::uint64_t sequence, CommKey members);

// A creation that only the new members take part in; `repetition` counts those that agree in
// everything else.
CommKey group_identity(CommKey parent, Creation how, int tag, std::uint64_t repetition,
                       CommKey members);

}  // namespace tarry::runtime::mpi
