// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/meetings.h"

#include <algorithm>

namespace tarry::analysis {
namespace {

std::uint32_t later(std::uint32_t a, std::uint32_t b) {
  if (a == kNoIndex) return b;
  return b == kNoIndex ? a : std::max(a, b);
}

}  // namespace

void Meetings::clear() {
  ++location_;
  everybody_ = team_ = kNoIndex;
  by_comm_.clear();
}

void Meetings::with_members(CommId comm, std::uint32_t at) {
  if (by_comm_.empty() || by_comm_.back().first != comm) {
    std::erase_if(by_comm_, [&](const auto& entry) { return entry.first == comm; });
    by_comm_.emplace_back(comm, at);
  }
  by_comm_.back().second = at;
}

void Meetings::with_ranks(std::span<const Rank> ranks, std::uint32_t at) {
  for (const Rank rank : ranks) {
    if (rank.index() >= by_rank_.size()) by_rank_.resize(rank.index() + 1);
    by_rank_[rank.index()] = {location_, at};
  }
}

bool Meetings::is_member(CommId comm, Rank rank) {
  const auto [it, is_new] = members_.try_emplace(comm.value);
  std::vector<Rank>& members = it->second;
  if (is_new) {
    const model::Communicator& definition = definitions_.communicators[comm.index()];
    members = definition.members;
    members.insert(members.end(), definition.remote_members.begin(),
                   definition.remote_members.end());
    std::sort(members.begin(), members.end());
  }
  // Most communicators have neighbouring ranks from 0 on.
  if (rank.index() < members.size() && members[rank.index()] == rank) return true;
  return std::binary_search(members.begin(), members.end(), rank);
}

std::uint32_t Meetings::latest(Rank rank) {
  std::uint32_t found = everybody_;
  if (rank.index() < by_rank_.size() && by_rank_[rank.index()].location == location_)
    found = later(found, by_rank_[rank.index()].at);
  for (auto it = by_comm_.rbegin(); it != by_comm_.rend(); ++it)
    if (is_member(it->first, rank)) return later(found, it->second);
  return found;
}

}  // namespace tarry::analysis
