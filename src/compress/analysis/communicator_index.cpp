// SPDX-License-Identifier: BSD-3-Clause
#include "compress/analysis/communicator_index.h"

#include <algorithm>

namespace tarry::compress {

CommunicatorIndex::CommunicatorIndex(const Trace& trace) : trace_(trace), by_rank_(trace.ranks) {
  for (std::uint32_t i = 0; i < trace.communicators.size(); ++i) {
    const Communicator& comm = trace.communicators[i];
    if (comm.is_self) {
      for (std::vector<Membership>& own : by_rank_) own.push_back({i, 0, false});
      continue;
    }
    add(comm.members, i, false);
    add(comm.remote_members, i, true);
  }
}

// A rank that a damaged trace has twice counts once, as everywhere.
void CommunicatorIndex::add(const std::vector<std::uint32_t>& group, std::uint32_t communicator,
                            bool is_remote) {
  for (std::uint32_t i = 0; i < group.size(); ++i) {
    if (group[i] >= by_rank_.size()) continue;
    std::vector<Membership>& own = by_rank_[group[i]];
    if (own.empty() || own.back().communicator != communicator)
      own.push_back({communicator, i, is_remote});
  }
}

const CommunicatorIndex::Membership* CommunicatorIndex::find(std::uint32_t rank,
                                                             std::int64_t comm) const {
  if (rank >= by_rank_.size() || comm < 0) return nullptr;
  const std::vector<Membership>& own = by_rank_[rank];
  const auto place = static_cast<std::uint64_t>(comm);
  return place < own.size() ? &own[place] : nullptr;
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
  if (own == nullptr || relative < 0) return std::nullopt;
  const Communicator& used = trace_.communicators[own->communicator];
  if (used.is_self) return relative == 0 ? std::optional(rank) : std::nullopt;
  const bool to_members = !used.is_inter || own->is_remote;
  const std::vector<std::uint32_t>& peers = to_members ? used.members : used.remote_members;
  if (static_cast<std::uint64_t>(relative) >= peers.size()) return std::nullopt;
  return peers[(static_cast<std::uint64_t>(relative) + own->rank) % peers.size()];
}

RankSet CommunicatorIndex::members(std::uint32_t communicator) const {
  const Communicator& comm = trace_.communicators[communicator];
  std::vector<std::uint32_t> ranks = comm.members;
  ranks.insert(ranks.end(), comm.remote_members.begin(), comm.remote_members.end());
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return RankSet::of_sorted(ranks);
}

}  // namespace tarry::compress
