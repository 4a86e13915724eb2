// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/queries/communicator_index.h"

#include <algorithm>

namespace tarry::compressed {

CommunicatorIndex::CommunicatorIndex(const Trace& trace)
    : trace_(trace),
      has_drawn_peers_(compressed::has_drawn_peers(trace)),
      by_rank_(memberships_by_rank(trace.communicators, trace.ranks)) {}

const Membership* CommunicatorIndex::find(std::uint32_t rank, std::int64_t comm) const {
  return rank < by_rank_.size() ? compressed::find(by_rank_[rank], comm) : nullptr;
}

std::optional<std::uint32_t> CommunicatorIndex::communicator(std::uint32_t rank,
                                                             std::int64_t comm) const {
  const Membership* const own = find(rank, comm);
  if (own == nullptr) return std::nullopt;
  return own->communicator;
}

std::optional<std::uint32_t> CommunicatorIndex::peer(std::uint32_t rank, std::int64_t comm,
                                                     std::int64_t relative) const {
  const Membership* const own = find(rank, comm);
  if (own == nullptr) return std::nullopt;
  return own->world_rank(has_drawn_peers_ ? own->place.within(relative) : relative);
}

RankSet CommunicatorIndex::members(std::uint32_t communicator) const {
  const Communicator& comm = trace_.communicators[communicator];
  std::vector<std::uint32_t> ranks = comm.members;
  ranks.insert(ranks.end(), comm.remote_members.begin(), comm.remote_members.end());
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return RankSet::of_sorted(ranks);
}

}  // namespace tarry::compressed
