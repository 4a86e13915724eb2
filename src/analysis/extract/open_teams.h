// SPDX-License-Identifier: BSD-3-Clause
// The forks and teams that a location is in, and the task that it executes. They decide who owns
// the time outside of regions, and which regions are parallel regions and barriers of a team.
#pragma once

#include <optional>
#include <vector>

#include "analysis/extract/region_stack.h"

namespace tarry::analysis {

// An explicit task. None stands for all other code, including implicit tasks.
using RunningTask = std::optional<model::TaskId>;

// A team that this thread is in.
struct OpenTeam {
  std::uint32_t member = kNoIndex;  // in the records
  std::size_t depth = 0;            // of the stack below its regions
  CallPathId base_before;
  RunningTask task;           // the task that forked the team, which goes on as an implicit task
  Ticks idle_since;           // end of the last region right in it
  Ticks explicit_since;       // time since which explicit tasks run instead of the implicit one
  bool implied_fork = false;  // there is no fork record: begin and end stand for fork and join
};

struct OpenFork {
  std::uint32_t index;  // in the records
  Ticks gap_before;     // time that was nobody's until the fork
  std::size_t depth;    // of the stack at the fork
};

class OpenTeams {
 public:
  OpenTeams(LocationExtraction& location, RegionStack& stack)
      : location_(location), stack_(stack) {}

  [[nodiscard]] bool empty() const { return teams_.empty(); }
  [[nodiscard]] std::size_t size() const { return teams_.size(); }
  [[nodiscard]] OpenTeam& innermost() { return teams_.back(); }
  void add(const OpenTeam& team) { teams_.push_back(team); }
  OpenTeam take();
  [[nodiscard]] TeamMember& member_of(const OpenTeam& team) {
    return location_.records.members[team.member];
  }

  // Returns the forks that have not been joined, the innermost last.
  [[nodiscard]] std::vector<OpenFork>& forks() { return forks_; }
  [[nodiscard]] ForkRecord& record_of(const OpenFork& fork) const {
    return location_.records.forks[fork.index];
  }
  // Returns true between a fork and its team, and between the end of the team and the join.
  [[nodiscard]] bool is_forking() const { return is_forking_; }
  void set_forking(bool is_forking) { is_forking_ = is_forking; }
  // Returns true if the innermost fork has no team yet.
  [[nodiscard]] bool awaits_team() const {
    return is_forking_ && !forks_.empty() && record_of(forks_.back()).member == kNoIndex;
  }

  // Returns the task that runs.
  [[nodiscard]] const RunningTask& task() const { return task_; }
  void set_task(const RunningTask& task) { task_ = task; }
  [[nodiscard]] RunningTask implicit_task() const {
    return empty() ? RunningTask{} : teams_.back().task;
  }
  [[nodiscard]] bool in_implicit_task() const { return task_ == implicit_task(); }

  // Returns true once another thread has taken this one into a team.
  [[nodiscard]] bool is_worker() const { return is_worker_; }
  void become_worker() { is_worker_ = true; }
  // Returns true for a worker that is in no team.
  [[nodiscard]] bool is_idle() const { return is_worker_ && empty() && stack_.empty(); }
  // Returns true for the initial thread of several while it is outside of teams.
  [[nodiscard]] bool is_serial() const {
    return location_.has_siblings && location_.sibling == 0 && empty();
  }
  // Returns true if a region entered now would lie right in the team.
  [[nodiscard]] bool is_right_in_team() const {
    return !empty() && in_implicit_task() && stack_.size() == teams_.back().depth;
  }
  // Returns true if the time until the next event is nobody's here: between fork and region,
  // between region and join, and of a worker outside of teams.
  [[nodiscard]] bool is_in_gap() const {
    return (is_forking_ || is_worker_ || !empty()) && is_in_gap_of_threads();
  }

  // The top region has been entered right in the team. `gap_time` is all time so far that was
  // nobody's.
  void enter_region(Ticks time, Ticks gap_time);
  // A region has been left. If it was a pause, `off` is its length.
  void leave_region(Ticks time, Ticks off) {
    if (!empty()) leave_region_in_team(time, off);
  }
  // The top region is about to be left. It becomes a record if it is a barrier of the team.
  void note_barrier() {
    if (!empty()) note_barrier_of_team();
  }

 private:
  [[nodiscard]] bool is_in_gap_of_threads() const;
  void leave_region_in_team(Ticks time, Ticks off);
  void note_barrier_of_team();

  LocationExtraction& location_;
  RegionStack& stack_;
  std::vector<OpenTeam> teams_;
  std::vector<OpenFork> forks_;
  RunningTask task_;
  bool is_forking_ = false;
  bool is_worker_ = false;
};

}  // namespace tarry::analysis
