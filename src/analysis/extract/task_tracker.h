// SPDX-License-Identifier: BSD-3-Clause
// Follows a thread from one explicit task to another: each task has call paths and a stack of its
// own, and may go on at another location.
#pragma once

#include <map>
#include <vector>

#include "analysis/extract/child_tasks.h"
#include "analysis/extract/region_tracker.h"

namespace tarry::analysis {

class TaskTracker {
 public:
  TaskTracker(LocationExtraction& location, RegionStack& stack, OpenTeams& teams,
              RegionTracker& regions)
      : location_(location),
        stack_(stack),
        teams_(teams),
        regions_(regions),
        children_(location, stack) {}

  void create(Ticks time, const model::TaskId& task);
  // The thread goes on with this task; with generation 0, with its implicit one.
  void go_on_with(Ticks time, const model::TaskId& task);
  void complete(Ticks time, const model::TaskId& task);

  // The top region will be left: keeps what it waited for.
  void note_wait() {
    if (!teams_.empty()) note_wait_in_task();
  }
  // A region is left that was not entered here.
  void leave_unentered(model::RegionId region);
  // The innermost team ends: the thread goes on with the task that forked it.
  void end_team(Ticks time);
  // After the last event: closes what is suspended.
  void close(Ticks time);

 private:
  // What the thread was doing before it switched to another task.
  struct Suspended {
    std::vector<Frame> frames;
    CallPathId base;
    Ticks since;
  };

  void note_wait_in_task();
  [[nodiscard]] ChildTasks::Parent self() const { return {teams_.size(), teams_.task()}; }
  void switch_to(Ticks time, const Task& task);
  void resume(Ticks time, Suspended suspended);
  // What a task that travels takes along and brings with it. False if this one does not travel.
  bool depart(Ticks time);
  bool arrive(Ticks time);

  LocationExtraction& location_;
  RegionStack& stack_;
  OpenTeams& teams_;
  RegionTracker& regions_;
  ChildTasks children_;
  std::map<Task, Suspended> suspended_;
  std::map<model::TaskId, std::uint32_t> visits_;   // so far, to those that travel
  TaskJourneys::Visit visit_;                       // second reading: of a suspect
  bool is_visiting_ = false;                        // second reading: `visit_` is one
  const TaskJourneys::Arrival* arrival_ = nullptr;  // third reading: of the task that runs
};

}  // namespace tarry::analysis
