// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/capture/rank_communicators.h"

#include <algorithm>

namespace tarry::compressed {
namespace {

using model::CommId;
using model::Rank;

std::vector<std::uint32_t> numbers(const std::vector<Rank>& ranks) {
  std::vector<std::uint32_t> made;
  made.reserve(ranks.size());
  for (const Rank rank : ranks) made.push_back(rank.value);
  return made;
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
  std::vector<CommId> ids;  // ids of all communicators but teams, by position
  for (std::uint32_t i = 0; i < definitions.communicators.size(); ++i)
    if (!definitions.communicators[i].is_team) ids.emplace_back(i);
  const std::vector<Communicator> all = communicators_of(definitions);
  std::vector<RankCommunicators> by_rank(ranks);
  const std::vector<Memberships> members = memberships_by_rank(all, ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank)
    for (const Membership& own : members[rank]) by_rank[rank].add(ids[own.communicator], own.place);
  return by_rank;
}

}  // namespace tarry::compressed
