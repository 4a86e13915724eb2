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
  // The thread goes on with this task. Generation 0 stands for its implicit task.
  void go_on_with(Ticks time, const model::TaskId& task);
  void complete(Ticks time, const model::TaskId& task);

  // The top region is about to be left. The tasks that it waited for become a record.
  void note_wait() {
    if (!teams_.empty()) note_wait_in_task();
  }
  // A region is left that was not entered here.
  void leave_unentered(model::RegionId region);
  // The innermost team ends: the thread goes on with the task that forked it.
  void end_team(Ticks time);
  // Closes suspended tasks after the last event.
  void close(Ticks time);

 private:
  // The state of a task that the thread has left for another one.
  struct Suspended {
    std::vector<Frame> frames;
    CallPathId base;
    Ticks since;
  };

  void note_wait_in_task();
  [[nodiscard]] ChildTasks::Parent self() const { return {teams_.size(), teams_.task()}; }
  void switch_to(Ticks time, const RunningTask& task);
  void resume(Ticks time, Suspended suspended);
  // A task that travels leaves and comes with its regions and children. Both return false if the
  // present task does not travel.
  bool depart(Ticks time);
  bool arrive(Ticks time);

  LocationExtraction& location_;
  RegionStack& stack_;
  OpenTeams& teams_;
  RegionTracker& regions_;
  ChildTasks children_;
  std::map<RunningTask, Suspended> suspended_;
  std::map<model::TaskId, std::uint32_t> visits_;   // number so far, of tasks that travel
  TaskJourneys::Visit visit_;                       // second reading: to a suspect
  bool is_visiting_ = false;                        // second reading: a suspect runs
  const TaskJourneys::Arrival* arrival_ = nullptr;  // third reading: of the task that runs
};

}  // namespace tarry::analysis
