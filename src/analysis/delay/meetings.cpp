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
  by_team_.clear();
}

void Meetings::note(ByGroup& points, CommId group, std::uint32_t at) {
  if (points.empty() || points.back().first != group) {
    std::erase_if(points, [&](const auto& entry) { return entry.first == group; });
    points.emplace_back(group, at);
  }
  points.back().second = at;
}

void Meetings::note(std::vector<Stamp>& points, std::size_t index, Stamp stamp) {
  if (index >= points.size()) points.resize(index + 1);
  points[index] = stamp;
}

void Meetings::with_members(CommId comm, std::uint32_t at) { note(by_comm_, comm, at); }

void Meetings::with_team(CommId team, std::uint32_t at) {
  team_ = at;
  note(by_team_, team, at);
}

void Meetings::with_ranks(std::span<const Rank> ranks, std::uint32_t at) {
  for (const Rank rank : ranks) note(by_rank_, rank.index(), {location_, at});
}

void Meetings::with_thread(model::LocationIndex thread, std::uint32_t at) {
  note(by_thread_, thread.index(), {location_, at});
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
  // Most communicators have consecutive ranks from 0 on.
  if (rank.index() < members.size() && members[rank.index()] == rank) return true;
  return std::binary_search(members.begin(), members.end(), rank);
}

bool Meetings::is_in_team(CommId team, model::LocationIndex thread) const {
  const std::vector<std::uint64_t>& threads = definitions_.communicators[team.index()].team;
  const std::uint64_t id = definitions_.locations[thread.index()].trace_id;
  return std::find(threads.begin(), threads.end(), id) != threads.end();
}

std::uint32_t Meetings::latest(const std::vector<Stamp>& points, std::size_t index) const {
  if (index >= points.size() || points[index].location != location_) return kNoIndex;
  return points[index].at;
}

std::uint32_t Meetings::latest(Rank rank) {
  const std::uint32_t found = later(everybody_, latest(by_rank_, rank.index()));
  for (auto it = by_comm_.rbegin(); it != by_comm_.rend(); ++it)
    if (is_member(it->first, rank)) return later(found, it->second);
  return found;
}

std::uint32_t Meetings::latest(model::LocationIndex thread) {
  const std::uint32_t found = latest(by_thread_, thread.index());
  for (auto it = by_team_.rbegin(); it != by_team_.rend(); ++it)
    if (is_in_team(it->first, thread)) return later(found, it->second);
  return found;
}

std::uint32_t Meetings::latest(Partner partner) {
  switch (partner.kind()) {
    case Partner::Kind::Process:
      return latest(partner.process());
    case Partner::Kind::Thread:
      return latest(partner.location());
    case Partner::Kind::TeamMember:
      return later(team_, latest(by_thread_, partner.location().index()));
  }
  return kNoIndex;
}

}  // namespace tarry::analysis
