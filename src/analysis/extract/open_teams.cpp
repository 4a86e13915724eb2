// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/open_teams.h"

namespace tarry::analysis {

OpenTeam OpenTeams::take() {
  const OpenTeam team = teams_.back();
  teams_.pop_back();
  return team;
}

bool OpenTeams::is_in_gap_of_threads() const {
  // Regions between a fork and its team keep their own time.
  const auto is_inside = [this](const OpenFork& fork) {
    return record_of(fork).member == kNoIndex && stack_.size() > fork.depth;
  };
  if (is_forking_ && (forks_.empty() || !is_inside(forks_.back()))) return true;
  if (!empty()) return is_right_in_team();
  return is_worker_ && stack_.empty() && in_implicit_task();
}

void OpenTeams::enter_region(Ticks time, Ticks gap_time) {
  const OpenTeam& team = teams_.back();
  const CallPathId callpath = stack_.callpath();
  TeamMember& member = member_of(team);
  if (member.has_region) {
    member.between += time - team.idle_since;
    return;
  }
  member.has_region = true;
  member.region = stack_.instance_of_top();
  member.callpath = callpath;
  member.fork_and_join = location_.callpaths.child(callpath, location_.regions.fork_and_join);
  member.enter = member.leave = time;
  // What the forking thread does at a fork and a join has a call path of its own below the parallel
  // region (docs/definitions.md, "Intervals and profiles").
  if (member.fork == kNoIndex) return;
  ForkRecord& fork = location_.records.forks[member.fork];
  if (team.implied_fork) return location_.activities.add(member.fork_and_join, time - fork.time);
  fork.before_region = gap_time - forks_.back().gap_before;
  fork.other_regions = time - fork.time - fork.before_region;
  location_.activities.add(member.fork_and_join, fork.before_region);
}

void OpenTeams::leave_region_in_team(Ticks time, Ticks off) {
  OpenTeam& team = teams_.back();
  if (!is_right_in_team()) return;
  TeamMember& member = member_of(team);
  if (!member.has_region) member.off += off;
  member.leave = time;
  team.idle_since = time;
}

void OpenTeams::note_barrier_of_team() {
  const model::RegionId region = stack_.top().region;
  const model::RegionClass region_class = location_.regions.kinds[region.index()].region_class;
  if (!model::is_omp_barrier(region_class) || !in_implicit_task()) return;
  const std::uint32_t member = teams_.back().member;
  BarrierRecord barrier;
  barrier.member = member;
  barrier.ordinal = location_.records.members[member].barriers++;
  barrier.instance = stack_.instance_of_top();
  barrier.region = region;
  location_.records.barriers.push_back(barrier);
}

}  // namespace tarry::analysis
