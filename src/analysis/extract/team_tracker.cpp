// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/team_tracker.h"

#include <optional>

namespace tarry::analysis {

void TeamTracker::fork(Ticks time) {
  ForkRecord fork;
  fork.time = fork.join = time;
  fork.callpath = stack_.callpath();
  if (!fork.callpath.valid())
    fork.callpath = location_.callpaths.child(stack_.base(), location_.regions.outside);
  if (!open_.empty()) fork.within = open_.innermost().member;
  open_.forks().push_back({static_cast<std::uint32_t>(location_.records.forks.size()),
                           time_.gap_time(), stack_.size()});
  location_.records.forks.push_back(fork);
  open_.set_forking(true);
  regions_.settle();
}

void TeamTracker::join(Ticks time) {
  if (open_.forks().empty()) {
    location_.anomalies.add("joins of threads without a fork");
    return;
  }
  const OpenFork open = open_.forks().back();
  open_.forks().pop_back();
  if (!open_.empty() && open_.member_of(open_.innermost()).fork == open.index) {
    location_.anomalies.add("teams that did not end before their join");
    end_innermost(time);
  }
  ForkRecord& fork = open_.record_of(open);
  fork.join = time;
  const Ticks gap = time_.gap_time() - open.gap_before;
  fork.in_no_region = gap;
  if (fork.member == kNoIndex) {
    time_.charge(time_.callpath(), gap);  // there was no team: it is time of the forking code
  } else if (const TeamMember& member = location_.records.members[fork.member]; member.has_region) {
    location_.activities.add(member.fork_and_join, gap - fork.before_region);
  }
  // The gap must not count for the fork around this one again.
  if (!open_.forks().empty()) open_.forks().back().gap_before += gap;
  open_.set_forking(false);
  regions_.settle();
  if (fork.member != kNoIndex && open_.is_serial())
    fork.serial_begin = stack_.divide(time, fork.callpath);
}

void TeamTracker::begin(Ticks time, CommId team) {
  const TeamInstance instance{team, instances_[team]++};
  if (is_unknown()) {
    ++unknown_depth_;
    return;
  }
  const CallPathId base_before = stack_.base();
  const bool forked_here = open_.awaits_team();
  const bool implied_fork = !forked_here && !open_.is_worker() && !stack_.empty();
  if (!forked_here && !implied_fork && !take_into(time, instance)) return;
  TeamMember member;
  member.team = team;
  member.instance = instance.number;
  const auto index = static_cast<std::uint32_t>(location_.records.members.size());
  if (forked_here || implied_fork) {
    member.fork = implied_fork ? imply_fork(time) : open_.forks().back().index;
    ForkRecord& fork = location_.records.forks[member.fork];
    fork.member = index;
    location_.roots.add(instance, fork.callpath);
    if (open_.is_serial()) fork.serial_end = stack_.divide(time, fork.callpath);
  }
  location_.records.members.push_back(member);
  open_.add({index, stack_.size(), base_before, open_.task(), time, time, implied_fork});
  open_.set_forking(false);
  regions_.settle();
}

std::uint32_t TeamTracker::imply_fork(Ticks time) {
  location_.anomalies.add("teams begun without a fork");
  ForkRecord fork;
  fork.time = fork.join = time;
  fork.callpath = stack_.callpath();
  location_.records.forks.push_back(fork);
  return static_cast<std::uint32_t>(location_.records.forks.size() - 1);
}

bool TeamTracker::take_into(Ticks time, const TeamInstance& instance) {
  time_.begin_stretch();
  leave_former_team(time);
  // So far this thread of a runtime has waited for a team, which is idle time.
  if (!open_.is_worker() && threads_.are_created()) location_.totals(stack_.base()).time = Ticks{0};
  open_.become_worker();
  std::optional<CallPathId> root = location_.roots.find(instance);
  if (!root) {
    ++unknown_teams_;
    if (!location_.roots.complete) {
      unknown_depth_ = 1;
      time_.set_gap(true);
      return false;
    }
    location_.anomalies.add("teams whose fork is not in the trace");
    root = location_.callpaths.child({}, location_.regions.unknown_team);
  }
  stack_.set_base(*root);
  return true;
}

void TeamTracker::leave_former_team(Ticks time) {
  if (open_.empty() && stack_.empty()) return;
  location_.anomalies.add("threads taken into a team before they had left another");
  while (!open_.empty()) end_innermost(time);
  regions_.abandon_all(time);
}

void TeamTracker::end(Ticks time, CommId team) {
  if (is_unknown()) {
    --unknown_depth_;
    return;
  }
  if (open_.empty() || open_.member_of(open_.innermost()).team != team) {
    location_.anomalies.add("teams ended that were never begun");
    return;
  }
  end_innermost(time);
}

void TeamTracker::end_innermost(Ticks time) {
  tasks_.end_team(time);
  const OpenTeam team = open_.take();
  stack_.set_base(team.base_before);
  const std::uint32_t fork = open_.member_of(team).fork;
  if (team.implied_fork) {
    ForkRecord& implied = location_.records.forks[fork];
    implied.join = time;
    if (open_.is_serial()) implied.serial_begin = stack_.divide(time, implied.callpath);
  }
  open_.set_forking(fork != kNoIndex && !team.implied_fork);
  regions_.settle();
}

void TeamTracker::close(Ticks time) {
  while (!open_.empty()) {
    location_.anomalies.add("teams that never ended");
    end_innermost(time);
  }
  for (const OpenFork& open : open_.forks()) {
    location_.anomalies.add("forks of threads without a join");
    ForkRecord& fork = open_.record_of(open);
    fork.join = time;
    if (fork.member == kNoIndex) time_.charge(time_.callpath(), time_.gap_time() - open.gap_before);
  }
}

}  // namespace tarry::analysis
