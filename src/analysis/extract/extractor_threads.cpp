// SPDX-License-Identifier: BSD-3-Clause
// The part of the extractor that is about teams of threads. Source: definitions 0.3, 3.1,
// 3.2.
#include <utility>

#include "analysis/extract/extractor.h"

namespace tarry::analysis {

using model::CommId;
using model::RegionClass;
using model::RegionId;

bool Extractor::in_implicit_task() const {
  return task_ == (teams_.empty() ? Task{} : teams_.back().task);
}

void Extractor::thread_begin(Ticks time, std::uint64_t thread) {
  time = advance(time);
  ++stretch_;
  if (stack_.empty() &&
      !stack_.base().valid()) {  // else a thread of a team: its regions say enough
    stack_.set_base(location_.root_below_program(location_.regions.threads));
    charged_to_ = stack_.base();
    is_created_ = true;
  }
  if (stack_.empty() && teams_.empty()) keep_start(time, thread, true);
}

std::uint32_t Extractor::mark(Ticks time, std::uint64_t thread) {
  if (thread == 0 || unknown_depth_ != 0) return kNoIndex;
  const CallPathId callpath = stack_.callpath();
  return callpath.valid() ? stack_.divide(time, callpath) : kNoIndex;
}

void Extractor::keep_start(Ticks time, std::uint64_t thread, bool begins) {
  if (const std::uint32_t instance = mark(time, thread); instance != kNoIndex)
    location_.records.thread_starts.push_back({thread, instance, begins});
}

void Extractor::keep_ending(Ticks time, std::uint64_t thread, bool ends) {
  if (const std::uint32_t instance = mark(time, thread); instance != kNoIndex)
    location_.records.thread_endings.push_back({thread, instance, ends});
}

// Another thread may begin here later; the time until then is that of `THREADS`.
void Extractor::thread_end(Ticks time, std::uint64_t thread) {
  time = advance(time);
  if (!is_created_ || unknown_depth_ != 0 || !teams_.empty() || forking_ || task_) return;
  while (!stack_.empty()) close_unfinished(time);
  keep_ending(time, thread, true);
}

void Extractor::thread_created(Ticks time, std::uint64_t thread) {
  keep_start(advance(time), thread, false);
}

void Extractor::thread_waited(Ticks time, std::uint64_t thread) {
  keep_ending(advance(time), thread, false);
}

void Extractor::thread_fork(Ticks time, std::uint32_t /*requested*/) {
  time = advance(time);
  if (unknown_depth_ != 0) return;
  ForkRecord fork;
  fork.time = fork.join = time;
  fork.callpath = stack_.callpath();
  if (!fork.callpath.valid())
    fork.callpath = location_.callpaths.child(stack_.base(), location_.regions.outside);
  if (!teams_.empty()) fork.within = teams_.back().member;
  open_forks_.push_back(
      {static_cast<std::uint32_t>(location_.records.forks.size()), gap_time_, stack_.size()});
  location_.records.forks.push_back(fork);
  forking_ = true;
  settle();
}

void Extractor::thread_join(Ticks time) {
  time = advance(time);
  if (unknown_depth_ != 0) return;
  if (open_forks_.empty()) {
    location_.anomalies.add("joins of threads without a fork");
    return;
  }
  const OpenFork open = open_forks_.back();
  open_forks_.pop_back();
  if (!teams_.empty() && location_.records.members[teams_.back().member].fork == open.index) {
    location_.anomalies.add("teams that did not end before their join");
    end_team(time);
  }
  ForkRecord& fork = location_.records.forks[open.index];
  fork.join = time;
  const Ticks gap = gap_time_ - open.gap_before;
  fork.in_no_region = gap;
  if (fork.member == kNoIndex) {
    charge(charged_to(), gap);  // the forking code's own
  } else if (const TeamMember& member = location_.records.members[fork.member]; member.has_region) {
    location_.activities.add(member.callpath, gap - fork.before_region);
  }
  if (!open_forks_.empty()) open_forks_.back().gap_before += gap;  // not that of the fork around it
  forking_ = false;
  settle();
  if (fork.member != kNoIndex && is_serial())
    fork.serial_begin = stack_.divide(time, fork.callpath);
}

void Extractor::team_begin(Ticks time, CommId team) {
  time = advance(time);
  const TeamInstance instance{team, team_instances_[team]++};
  if (unknown_depth_ != 0) {
    ++unknown_depth_;
    return;
  }
  const CallPathId base_before = stack_.base();
  const bool forked_here =
      forking_ && location_.records.forks[open_forks_.back().index].member == kNoIndex;
  const bool implied_fork = !forked_here && !is_worker_ && !stack_.empty();
  if (!forked_here && !implied_fork && !take_into(time, instance)) return;
  TeamMember member;
  member.team = team;
  member.instance = instance.number;
  const auto index = static_cast<std::uint32_t>(location_.records.members.size());
  if (forked_here || implied_fork) {
    member.fork = implied_fork ? imply_fork(time) : open_forks_.back().index;
    ForkRecord& fork = location_.records.forks[member.fork];
    fork.member = index;
    location_.roots.add(instance, fork.callpath);
    if (is_serial()) fork.serial_end = stack_.divide(time, fork.callpath);
  }
  location_.records.members.push_back(member);
  teams_.push_back({index, stack_.size(), base_before, task_, time, time, implied_fork});
  forking_ = false;
  settle();
}

std::uint32_t Extractor::imply_fork(Ticks time) {
  location_.anomalies.add("teams begun without a fork");
  ForkRecord fork;
  fork.time = fork.join = time;
  fork.callpath = stack_.top().callpath;
  location_.records.forks.push_back(fork);
  return static_cast<std::uint32_t>(location_.records.forks.size() - 1);
}

// False if it is not known where the team was forked.
bool Extractor::take_into(Ticks time, const TeamInstance& instance) {
  ++stretch_;
  leave_former_team(time);
  // What a runtime's thread did so far was to wait for a team: idle time, see definitions 3.3.
  if (!is_worker_ && is_created_) location_.totals(stack_.base()).time = Ticks{0};
  is_worker_ = true;
  std::optional<CallPathId> root = location_.roots.find(instance);
  if (!root) {
    ++unknown_teams_;
    if (!location_.roots.complete) {
      unknown_depth_ = 1;
      gap_ = true;
      return false;
    }
    location_.anomalies.add("teams whose fork is not in the trace");
    root = location_.callpaths.child({}, location_.regions.unknown_team);
  }
  stack_.set_base(*root);
  return true;
}

void Extractor::leave_former_team(Ticks time) {
  if (teams_.empty() && stack_.empty()) return;
  location_.anomalies.add("threads taken into a team before they had left another");
  while (!teams_.empty()) end_team(time);
  while (!stack_.empty()) pop(time, true);
}

void Extractor::team_end(Ticks time, CommId team) {
  time = advance(time);
  if (unknown_depth_ != 0) {
    --unknown_depth_;
    return;
  }
  if (teams_.empty() || location_.records.members[teams_.back().member].team != team) {
    location_.anomalies.add("teams ended that were never begun");
    return;
  }
  end_team(time);
}

void Extractor::end_team(Ticks time) {
  if (!in_implicit_task()) switch_task(time, teams_.back().task);
  const OpenTeam team = teams_.back();
  while (stack_.size() > team.depth) close_unfinished(time);
  forget_children(teams_.size());
  teams_.pop_back();
  stack_.set_base(team.base_before);
  const std::uint32_t fork = location_.records.members[team.member].fork;
  if (team.implied_fork) {
    ForkRecord& implied = location_.records.forks[fork];
    implied.join = time;
    if (is_serial()) implied.serial_begin = stack_.divide(time, implied.callpath);
  }
  forking_ = fork != kNoIndex && !team.implied_fork;
  settle();
}

void Extractor::enter_team_region(Ticks time) {
  const OpenTeam& team = teams_.back();
  const CallPathId callpath = stack_.top().callpath;
  TeamMember& member = location_.records.members[team.member];
  if (member.has_region) {
    member.between += time - team.idle_since;
    return;
  }
  member.has_region = true;
  member.region = stack_.instance_of_top();
  member.callpath = callpath;
  member.enter = member.leave = time;
  // What the forking thread does at a fork and a join is the parallel region's
  // (docs/definitions.md, "Intervals and profiles").
  if (member.fork == kNoIndex) return;
  ForkRecord& fork = location_.records.forks[member.fork];
  if (team.implied_fork) return location_.activities.add(callpath, time - fork.time);
  fork.before_region = gap_time_ - open_forks_.back().gap_before;
  fork.other_regions = time - fork.time - fork.before_region;
  location_.activities.add(callpath, fork.before_region);
}

void Extractor::leave_team_region(Ticks time, Ticks off) {
  OpenTeam& team = teams_.back();
  if (!in_implicit_task() || stack_.size() != team.depth) return;
  TeamMember& member = location_.records.members[team.member];
  if (!member.has_region) member.off += off;
  member.leave = time;
  team.idle_since = time;
}

// Before the leave of the top region.
void Extractor::note_barrier() {
  const model::RegionId region = stack_.top().region;
  const RegionClass region_class = location_.regions.kinds[region.index()].region_class;
  if (!model::is_omp_barrier(region_class) || !in_implicit_task()) return;
  const std::uint32_t member = teams_.back().member;
  BarrierRecord barrier;
  barrier.member = member;
  barrier.ordinal = location_.records.members[member].barriers++;
  barrier.instance = stack_.instance_of_top();
  barrier.region = region;
  location_.records.barriers.push_back(barrier);
}

// At the end of the location.
void Extractor::close_threads() {
  while (!teams_.empty()) {
    location_.anomalies.add("teams that never ended");
    end_team(last_);
  }
  for (const OpenFork& open : open_forks_) {
    location_.anomalies.add("forks of threads without a join");
    ForkRecord& fork = location_.records.forks[open.index];
    fork.join = last_;
    if (fork.member == kNoIndex) charge(charged_to(), gap_time_ - open.gap_before);
  }
  while (!stack_.empty()) close_unfinished(last_);
  for (auto& [task, suspended] : suspended_) {
    if (task && location_.journeys.reading() == TaskJourneys::Reading::Finds)
      location_.journeys.left_unfinished(*task);
    resume(last_, std::move(suspended));
    while (!stack_.empty()) close_unfinished(last_);
  }
}

}  // namespace tarry::analysis
