// SPDX-License-Identifier: BSD-3-Clause
#include "compress/capture/rank_communicators.h"

#include <algorithm>

namespace tarry::compress {
namespace {

using model::CommId;
using model::Rank;

std::vector<std::uint32_t> numbers(const std::vector<Rank>& ranks) {
  std::vector<std::uint32_t> made;
  made.reserve(ranks.size());
  for (const Rank rank : ranks) made.push_back(rank.value);
  return made;
}

void add_members(const std::vector<Rank>& members, CommId id, std::size_t peers,
                 std::vector<RankCommunicators>& by_rank) {
  for (std::uint32_t i = 0; i < members.size(); ++i)
    if (members[i].index() < by_rank.size())
      by_rank[members[i].index()].add(id, i, static_cast<std::uint32_t>(peers));
}

}  // namespace

std::uint32_t ranks_of(const model::Definitions& definitions) {
  std::size_t ranks = std::max<std::size_t>(1, definitions.processes.size());
  for (const model::Location& location : definitions.locations)
    ranks = std::max(ranks, location.rank.index() + 1);
  return static_cast<std::uint32_t>(ranks);
}

std::vector<Communicator> communicators_of(const model::Definitions& definitions) {
  std::vector<Communicator> made;
  for (const model::Communicator& comm : definitions.communicators)
    if (!comm.is_team)
      made.push_back({comm.name, numbers(comm.members), numbers(comm.remote_members), comm.is_self,
                      comm.is_inter});
  return made;
}

std::vector<RankCommunicators> communicators_by_rank(const model::Definitions& definitions,
                                                     std::uint32_t ranks) {
  std::vector<RankCommunicators> by_rank(ranks);
  for (std::uint32_t i = 0; i < definitions.communicators.size(); ++i) {
    const model::Communicator& comm = definitions.communicators[i];
    if (comm.is_team) continue;
    if (comm.is_self)
      for (RankCommunicators& own : by_rank) own.add(CommId{i}, 0, 1);
    add_members(comm.members, CommId{i},
                comm.is_inter ? comm.remote_members.size() : comm.members.size(), by_rank);
    add_members(comm.remote_members, CommId{i}, comm.members.size(), by_rank);
  }
  return by_rank;
}

}  // namespace tarry::compress
