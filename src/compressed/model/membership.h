// SPDX-License-Identifier: BSD-3-Clause
// The communicators of a process: which one a value of Parameter::Comm means, and which process a
// relative peer means there.
#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include "compressed/model/trace.h"

namespace tarry::compressed {

// The place of a process in a communicator, as far as peers need it.
struct CommPlace {
  std::uint32_t rank = 0;   // its own rank in its group
  std::uint32_t peers = 1;  // size of the group that peers belong to

  // Convert between a rank and (peer - own rank) modulo the size. An impossible peer stays as it
  // is, beyond all possible ones.
  [[nodiscard]] std::int64_t relative(std::uint32_t peer) const {
    return peer < peers ? (std::int64_t{peer} + peers - rank % peers) % peers : peer;
  }
  [[nodiscard]] std::uint32_t absolute(std::int64_t relative) const {
    const auto value = static_cast<std::uint32_t>(relative);
    return value < peers ? (value + rank % peers) % peers : value;
  }
  // Returns the possible peer for one that was drawn from a histogram, which may also hold peers of
  // a larger communicator. Wildcards, which are negative, stay.
  [[nodiscard]] std::int64_t within(std::int64_t relative) const {
    return relative < 0 || peers == 0 ? relative : relative % std::int64_t{peers};
  }
};

// The trace must outlive it.
struct Membership {
  std::uint32_t communicator = 0;  // index into Trace::communicators
  std::uint32_t process = 0;       // world rank
  CommPlace place;
  bool is_inter = false;
  // Group of the peers; nullptr if the process is alone.
  const std::vector<std::uint32_t>* group = nullptr;

  // Returns world ranks by communicator rank; in an intercommunicator they belong to the other
  // group.
  [[nodiscard]] std::span<const std::uint32_t> peers() const {
    return group == nullptr ? std::span(&process, 1) : std::span(*group);
  }
  // Returns the world rank of a relative peer, or nothing if there is no such peer.
  [[nodiscard]] std::optional<std::uint32_t> world_rank(std::int64_t relative) const;
};

// The memberships of a rank, in the order that Parameter::Comm counts.
using Memberships = std::vector<Membership>;
Memberships memberships(const std::vector<Communicator>& communicators, std::uint32_t rank);

// Returns the communicator that Parameter::Comm calls `comm`; nullptr if the rank has none.
inline const Membership* find(const Memberships& own, std::int64_t comm) {
  return comm >= 0 && comm < std::ssize(own) ? &own[static_cast<std::size_t>(comm)] : nullptr;
}

// Returns whether some peers are known as histograms only.
bool has_drawn_peers(const Trace& trace);

// Returns the memberships of all ranks, in one pass whose time is proportional to the size of the
// communicators.
std::vector<Memberships> memberships_by_rank(const std::vector<Communicator>& communicators,
                                             std::uint32_t ranks);

}  // namespace tarry::compressed
