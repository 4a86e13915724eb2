// SPDX-License-Identifier: BSD-3-Clause
// The teams of threads that a location forks, begins in and ends in: where their call paths begin,
// and what of their time belongs to the parallel region.
#pragma once

#include <map>

#include "analysis/extract/task_tracker.h"
#include "analysis/extract/thread_tracker.h"

namespace tarry::analysis {

class TeamTracker {
 public:
  TeamTracker(LocationExtraction& location, RegionStack& stack, OpenTeams& open,
              ExclusiveTime& time, RegionTracker& regions, TaskTracker& tasks,
              const ThreadTracker& threads)
      : location_(location),
        stack_(stack),
        open_(open),
        time_(time),
        regions_(regions),
        tasks_(tasks),
        threads_(threads) {}

  void fork(Ticks time);
  void join(Ticks time);
  void begin(Ticks time, CommId team);
  void end(Ticks time, CommId team);
  // After the last event: closes teams and forks.
  void close(Ticks time);

  // The location is in a team, and it is not known where that was forked: nothing is extracted.
  [[nodiscard]] bool is_unknown() const { return unknown_depth_ != 0; }
  // How many such teams there were.
  [[nodiscard]] std::uint32_t unknown_teams() const { return unknown_teams_; }

 private:
  // Returns the index of the fork that the begin of a team stands for.
  std::uint32_t imply_fork(Ticks time);
  // Another thread takes this one into a team. False if it is not known where that was forked.
  bool take_into(Ticks time, const TeamInstance& instance);
  void leave_former_team(Ticks time);
  void end_innermost(Ticks time);

  LocationExtraction& location_;
  RegionStack& stack_;
  OpenTeams& open_;
  ExclusiveTime& time_;
  RegionTracker& regions_;
  TaskTracker& tasks_;
  const ThreadTracker& threads_;
  std::map<CommId, std::uint32_t> instances_;  // of each team: how often it has begun
  std::uint32_t unknown_depth_ = 0;            // teams open, the outermost of them unknown
  std::uint32_t unknown_teams_ = 0;
};

}  // namespace tarry::analysis
