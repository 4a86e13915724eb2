// SPDX-License-Identifier: BSD-3-Clause
// The tasks that explicit tasks of a location have created and not waited for yet. A wait becomes a
// record if another thread executes some of these tasks.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "analysis/extract/open_teams.h"

namespace tarry::analysis {

class ChildTasks {
 public:
  ChildTasks(LocationExtraction& location, RegionStack& stack)
      : location_(location), stack_(stack) {}

  // The number of teams around a task, and the task.
  using Parent = std::pair<std::size_t, RunningTask>;

  void add(const Parent& parent, const AwaitedTask& child);
  // A task ends here. `parent` is the task itself, in its role as a parent.
  void end(Ticks time, const Parent& parent, const model::TaskId& task);

  // The top region has waited for the children and is about to be left. Children that ended here
  // were no reason to wait.
  void note_wait(const Parent& parent);
  // The wait in the top region, from which the thread was away since `since`, goes on.
  void resume_wait(Ticks time, const Parent& parent, Ticks since);

  // Nobody will wait here for the children of a task, or of all tasks in at least so many teams.
  void forget(const Parent& parent);
  void forget_in_teams(std::size_t teams);

  // Returns the children that have not ended here.
  [[nodiscard]] std::vector<AwaitedTask> unfinished(const Parent& parent) const;

 private:
  struct Children {
    std::vector<AwaitedTask> tasks;
    std::vector<TimeAway> away;  // while their parent waits for them
  };

  void forget(const Children& children);

  LocationExtraction& location_;
  RegionStack& stack_;
  std::map<Parent, Children> children_;
  std::set<model::TaskId> unfinished_;  // tasks that were created here and have not ended here
};

}  // namespace tarry::analysis
