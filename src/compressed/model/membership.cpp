// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/membership.h"

#include <algorithm>

namespace tarry::compressed {
namespace {

using Group = std::vector<std::uint32_t>;

// Returns the membership of a process that has this rank in one of the groups.
Membership membership(const Communicator& comm, std::uint32_t communicator, std::uint32_t process,
                      std::uint32_t rank, bool is_remote) {
  const Group& peers = comm.is_inter && !is_remote ? comm.remote_members : comm.members;
  return {communicator,
          process,
          {rank, static_cast<std::uint32_t>(peers.size())},
          comm.is_inter,
          &peers};
}

Membership alone(const Communicator& comm, std::uint32_t communicator, std::uint32_t process) {
  return {communicator, process, {}, comm.is_inter, nullptr};
}

// A damaged trace may list a rank twice; only its first place counts.
void add(const Communicator& comm, std::uint32_t communicator, bool is_remote,
         std::vector<Memberships>& by_rank) {
  const Group& group = is_remote ? comm.remote_members : comm.members;
  for (std::uint32_t rank = 0; rank < group.size(); ++rank) {
    if (group[rank] >= by_rank.size()) continue;
    Memberships& own = by_rank[group[rank]];
    if (own.empty() || own.back().communicator != communicator)
      own.push_back(membership(comm, communicator, group[rank], rank, is_remote));
  }
}

}  // namespace

std::optional<std::uint32_t> Membership::world_rank(std::int64_t relative) const {
  if (relative < 0 || relative >= std::int64_t{place.peers}) return std::nullopt;
  return peers()[place.absolute(relative)];
}

Memberships memberships(const std::vector<Communicator>& communicators, std::uint32_t rank) {
  Memberships own;
  for (std::uint32_t i = 0; i < communicators.size(); ++i) {
    const Communicator& comm = communicators[i];
    if (comm.is_self) {
      own.push_back(alone(comm, i, rank));
      continue;
    }
    for (const bool is_remote : {false, true}) {
      const Group& group = is_remote ? comm.remote_members : comm.members;
      const auto at = std::find(group.begin(), group.end(), rank);
      if (at == group.end()) continue;
      own.push_back(
          membership(comm, i, rank, static_cast<std::uint32_t>(at - group.begin()), is_remote));
      break;
    }
  }
  return own;
}

bool has_drawn_peers(const Trace& trace) {
  return std::any_of(trace.events.begin(), trace.events.end(), [](const Event& event) {
    return event.of(Parameter::Peer).has_histograms() ||
           event.of(Parameter::PostedPeer).has_histograms();
  });
}

std::vector<Memberships> memberships_by_rank(const std::vector<Communicator>& communicators,
                                             std::uint32_t ranks) {
  std::vector<Memberships> by_rank(ranks);
  for (std::uint32_t i = 0; i < communicators.size(); ++i) {
    const Communicator& comm = communicators[i];
    if (comm.is_self) {
      for (std::uint32_t rank = 0; rank < ranks; ++rank)
        by_rank[rank].push_back(alone(comm, i, rank));
      continue;
    }
    add(comm, i, false, by_rank);
    add(comm, i, true, by_rank);
  }
  return by_rank;
}

}  // namespace tarry::compressed
