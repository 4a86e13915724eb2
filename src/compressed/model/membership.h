// SPDX-License-Identifier: BSD-3-Clause
// The communicators of a process: which one Parameter::Comm means, and who a relative peer is
// there.
#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include "compressed/model/trace.h"

namespace tarry::compressed {

// A process in a communicator, as far as peers need it.
struct CommPlace {
  std::uint32_t rank = 0;   // its own, in its group
  std::uint32_t peers = 1;  // size of the group that peers are ranks of

  // (peer - own rank) modulo the size, and back. A peer that cannot be is left as it is, beyond all
  // that can be.
  [[nodiscard]] std::int64_t relative(std::uint32_t peer) const {
    return peer < peers ? (std::int64_t{peer} + peers - rank % peers) % peers : peer;
  }
  [[nodiscard]] std::uint32_t absolute(std::int64_t relative) const {
    const auto value = static_cast<std::uint32_t>(relative);
    return value < peers ? (value + rank % peers) % peers : value;
  }
  // The relative peer that stands for one that a histogram gave: it may have been drawn from those
  // of a larger communicator. Wildcards, which are negative, stay.
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
  const std::vector<std::uint32_t>* group = nullptr;  // of peers; nullptr: the process alone

  // World ranks by communicator rank: of an intercommunicator those of the other group.
  [[nodiscard]] std::span<const std::uint32_t> peers() const {
    return group == nullptr ? std::span(&process, 1) : std::span(*group);
  }
  // World rank of a relative peer; none if there is no such peer.
  [[nodiscard]] std::optional<std::uint32_t> world_rank(std::int64_t relative) const;
};

// Those of a rank, in the order that Parameter::Comm counts.
using Memberships = std::vector<Membership>;
Memberships memberships(const std::vector<Communicator>& communicators, std::uint32_t rank);

// The one that Parameter::Comm has as `comm`; nullptr: the rank has no such communicator.
inline const Membership* find(const Memberships& own, std::int64_t comm) {
  return comm >= 0 && comm < std::ssize(own) ? &own[static_cast<std::size_t>(comm)] : nullptr;
}

// Whether some peers are known as histograms only.
bool has_drawn_peers(const Trace& trace);

// Of all ranks: in one pass, as long as the communicators are.
std::vector<Memberships> memberships_by_rank(const std::vector<Communicator>& communicators,
                                             std::uint32_t ranks);

}  // namespace tarry::compressed
