// SPDX-License-Identifier: BSD-3-Clause
// The part of the extractor that is about teams of threads. Source: definitions 0.3, 3.1,
// 3.2.
#include <utility>

#include "analysis/extract/extractor.h"

namespace tarry::analysis {

using model::CommId;

void Extractor::thread_begin(Ticks time, std::uint64_t thread) {
  time = advance(time);
  time_.begin_stretch();
  // Otherwise it is a thread of a team, whose regions say enough.
  if (stack_.empty() && !stack_.base().valid()) {
    stack_.set_base(location_.root_below_program(location_.regions.threads));
    time_.follow(stack_.base(), time_.is_in_gap());
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
  if (!is_created_ || unknown_depth_ != 0 || !teams_.empty() || teams_.is_forking() ||
      teams_.task())
    return;
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
  if (!teams_.empty()) fork.within = teams_.innermost().member;
  teams_.forks().push_back({static_cast<std::uint32_t>(location_.records.forks.size()),
                            time_.gap_time(), stack_.size()});
  location_.records.forks.push_back(fork);
  teams_.set_forking(true);
  settle();
}

void Extractor::thread_join(Ticks time) {
  time = advance(time);
  if (unknown_depth_ != 0) return;
  if (teams_.forks().empty()) {
    location_.anomalies.add("joins of threads without a fork");
    return;
  }
  const OpenFork open = teams_.forks().back();
  teams_.forks().pop_back();
  if (!teams_.empty() && teams_.member_of(teams_.innermost()).fork == open.index) {
    location_.anomalies.add("teams that did not end before their join");
    end_team(time);
  }
  ForkRecord& fork = teams_.record_of(open);
  fork.join = time;
  const Ticks gap = time_.gap_time() - open.gap_before;
  fork.in_no_region = gap;
  if (fork.member == kNoIndex) {
    time_.charge(time_.callpath(), gap);  // the forking code's own
  } else if (const TeamMember& member = location_.records.members[fork.member]; member.has_region) {
    location_.activities.add(member.callpath, gap - fork.before_region);
  }
  if (!teams_.forks().empty())
    teams_.forks().back().gap_before += gap;  // not that of the fork around it
  teams_.set_forking(false);
  settle();
  if (fork.member != kNoIndex && teams_.is_serial())
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
  const bool forked_here = teams_.awaits_team();
  const bool implied_fork = !forked_here && !teams_.is_worker() && !stack_.empty();
  if (!forked_here && !implied_fork && !take_into(time, instance)) return;
  TeamMember member;
  member.team = team;
  member.instance = instance.number;
  const auto index = static_cast<std::uint32_t>(location_.records.members.size());
  if (forked_here || implied_fork) {
    member.fork = implied_fork ? imply_fork(time) : teams_.forks().back().index;
    ForkRecord& fork = location_.records.forks[member.fork];
    fork.member = index;
    location_.roots.add(instance, fork.callpath);
    if (teams_.is_serial()) fork.serial_end = stack_.divide(time, fork.callpath);
  }
  location_.records.members.push_back(member);
  teams_.add({index, stack_.size(), base_before, teams_.task(), time, time, implied_fork});
  teams_.set_forking(false);
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
  time_.begin_stretch();
  leave_former_team(time);
  // What a runtime's thread did so far was to wait for a team: idle time, see definitions 3.3.
  if (!teams_.is_worker() && is_created_) location_.totals(stack_.base()).time = Ticks{0};
  teams_.become_worker();
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
  if (teams_.empty() || teams_.member_of(teams_.innermost()).team != team) {
    location_.anomalies.add("teams ended that were never begun");
    return;
  }
  end_team(time);
}

void Extractor::end_team(Ticks time) {
  if (!teams_.in_implicit_task()) switch_task(time, teams_.innermost().task);
  const std::size_t depth = teams_.innermost().depth;
  while (stack_.size() > depth) close_unfinished(time);
  forget_children(teams_.size());
  const OpenTeam team = teams_.take();
  stack_.set_base(team.base_before);
  const std::uint32_t fork = teams_.member_of(team).fork;
  if (team.implied_fork) {
    ForkRecord& implied = location_.records.forks[fork];
    implied.join = time;
    if (teams_.is_serial()) implied.serial_begin = stack_.divide(time, implied.callpath);
  }
  teams_.set_forking(fork != kNoIndex && !team.implied_fork);
  settle();
}

// At the end of the location.
void Extractor::close_threads() {
  while (!teams_.empty()) {
    location_.anomalies.add("teams that never ended");
    end_team(time_.last());
  }
  for (const OpenFork& open : teams_.forks()) {
    location_.anomalies.add("forks of threads without a join");
    ForkRecord& fork = teams_.record_of(open);
    fork.join = time_.last();
    if (fork.member == kNoIndex) time_.charge(time_.callpath(), time_.gap_time() - open.gap_before);
  }
  while (!stack_.empty()) close_unfinished(time_.last());
  for (auto& [task, suspended] : suspended_) {
    if (task && location_.journeys.reading() == TaskJourneys::Reading::Finds)
      location_.journeys.left_unfinished(*task);
    resume(time_.last(), std::move(suspended));
    while (!stack_.empty()) close_unfinished(time_.last());
  }
}

}  // namespace tarry::analysis
