// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/child_tasks.h"

namespace tarry::analysis {

void ChildTasks::add(const Parent& parent, const AwaitedTask& child) {
  children_[parent].tasks.push_back(child);
  unfinished_.insert(child.task);
}

void ChildTasks::end(Ticks time, const Parent& parent, const model::TaskId& task) {
  if (!location_.regions.has_taskwaits) return;
  forget(parent);
  if (unfinished_.erase(task) == 0)
    location_.records.task_ends.push_back({task, time, stack_.divide(time, stack_.base())});
}

void ChildTasks::note_wait(const Parent& parent) {
  const auto found = children_.extract(parent);
  if (found.empty()) return;
  LocationRecords& records = location_.records;
  TaskwaitRecord wait;
  wait.first_task = static_cast<std::uint32_t>(records.awaited.size());
  for (const AwaitedTask& child : found.mapped().tasks)
    if (unfinished_.erase(child.task) != 0) records.awaited.push_back(child);
  wait.end_task = static_cast<std::uint32_t>(records.awaited.size());
  if (wait.end_task == wait.first_task) return;
  wait.instance = stack_.instance_of_top();
  wait.first_away = static_cast<std::uint32_t>(records.away.size());
  for (const TimeAway& away : found.mapped().away)
    if (away.begin >= stack_.top().enter) records.away.push_back(away);
  wait.end_away = static_cast<std::uint32_t>(records.away.size());
  records.taskwaits.push_back(wait);
}

void ChildTasks::resume_wait(Ticks time, const Parent& parent, Ticks since) {
  const auto waiting = children_.find(parent);
  if (waiting == children_.end()) return;
  std::vector<TimeAway>& away = waiting->second.away;
  if (away.empty() || away.back().end != since) away.push_back({since, time});
  away.back().end = time;
  away.back().cut = location_.activities.begin_call();
  location_.activities.keep();
}

void ChildTasks::forget(const Children& children) {
  for (const AwaitedTask& child : children.tasks) unfinished_.erase(child.task);
}

void ChildTasks::forget(const Parent& parent) {
  if (const auto found = children_.extract(parent); !found.empty()) forget(found.mapped());
}

void ChildTasks::forget_in_teams(std::size_t teams) {
  const auto first = children_.lower_bound({teams, RunningTask{}});
  for (auto it = first; it != children_.end(); ++it) forget(it->second);
  children_.erase(first, children_.end());
}

std::vector<AwaitedTask> ChildTasks::unfinished(const Parent& parent) const {
  std::vector<AwaitedTask> tasks;
  if (const auto found = children_.find(parent); found != children_.end())
    for (const AwaitedTask& child : found->second.tasks)
      if (unfinished_.contains(child.task)) tasks.push_back(child);
  return tasks;
}

}  // namespace tarry::analysis
