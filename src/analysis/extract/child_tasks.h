// SPDX-License-Identifier: BSD-3-Clause
// What the explicit tasks of a location have created and not waited for yet. A wait becomes a
// record if another thread executes some of what it waits for.
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

  using Parent = std::pair<std::size_t, Task>;  // and the number of teams around it

  void add(const Parent& parent, const AwaitedTask& child);
  // A task ends here, to which children may belong.
  void end(Ticks time, const Parent& parent, const model::TaskId& task);

  // The top region waits for the children, and will be left. What ended here was no reason to wait.
  void note_wait(const Parent& parent);
  // The wait in the top region, from which the thread was away since `since`, goes on.
  void resume_wait(Ticks time, const Parent& parent, Ticks since);

  // Nobody waits here any more for the children of a task, or of all tasks in so many teams and
  // more.
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
  std::set<model::TaskId> unfinished_;  // created here, and not ended here
};

}  // namespace tarry::analysis
