// SPDX-License-Identifier: BSD-3-Clause
// The teams of threads that a location forks, joins and takes part in: the roots of their call
// paths, and the time that belongs to the parallel region. Definitions: docs/definitions.md, "Time
// classes" and "Teams and idle threads".
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
  // Closes teams and forks after the last event.
  void close(Ticks time);

  // Returns whether the location is in a team whose fork is not known. Nothing is extracted then.
  [[nodiscard]] bool is_unknown() const { return unknown_depth_ != 0; }
  // Returns the number of such teams so far.
  [[nodiscard]] std::uint32_t unknown_teams() const { return unknown_teams_; }

 private:
  // Returns the index of the fork that the begin of a team stands for.
  std::uint32_t imply_fork(Ticks time);
  // Another thread takes this one into a team. Returns false if the fork of the team is not known.
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
  std::map<CommId, std::uint32_t> instances_;  // number of begins of each team
  std::uint32_t unknown_depth_ = 0;            // open teams, if the outermost is unknown
  std::uint32_t unknown_teams_ = 0;
};

}  // namespace tarry::analysis
