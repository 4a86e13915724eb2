// SPDX-License-Identifier: BSD-3-Clause
// The part of the extractor that is about explicit tasks. Definition: docs/definitions.md, "Call
// paths".
#include <utility>

#include "analysis/extract/extractor.h"

namespace tarry::analysis {

void Extractor::task_created(Ticks time, const model::TaskId& task) {
  time = advance(time);
  if (!location_.regions.has_taskwaits || unknown_depth_ != 0 || teams_.empty()) return;
  children_[{teams_.size(), teams_.task()}].tasks.push_back({task, time});
  unfinished_.insert(task);
}

// Before the leave of the top region. What ended here was no reason to wait.
void Extractor::note_taskwait() {
  if (!location_.regions.is_taskwait(stack_.top().region)) return;
  visit_.waited = true;
  auto found = children_.extract({teams_.size(), teams_.task()});
  if (found.empty()) return;
  TaskwaitRecord wait;
  wait.first_task = static_cast<std::uint32_t>(location_.records.awaited.size());
  for (const AwaitedTask& child : found.mapped().tasks)
    if (unfinished_.erase(child.task) != 0) location_.records.awaited.push_back(child);
  wait.end_task = static_cast<std::uint32_t>(location_.records.awaited.size());
  if (wait.end_task == wait.first_task) return;
  wait.instance = stack_.instance_of_top();
  wait.first_away = static_cast<std::uint32_t>(location_.records.away.size());
  for (const TimeAway& away : found.mapped().away)
    if (away.begin >= stack_.top().enter) location_.records.away.push_back(away);
  wait.end_away = static_cast<std::uint32_t>(location_.records.away.size());
  location_.records.taskwaits.push_back(wait);
}

void Extractor::note_task_end(Ticks time, const model::TaskId& task) {
  if (!location_.regions.has_taskwaits) return;
  if (auto own = children_.extract({teams_.size(), task}); !own.empty())
    for (const AwaitedTask& child : own.mapped().tasks) unfinished_.erase(child.task);
  if (unfinished_.erase(task) == 0)
    location_.records.task_ends.push_back({task, time, stack_.divide(time, stack_.base())});
}

void Extractor::forget_children(std::size_t teams) {
  const auto first = children_.lower_bound({teams, Task{}});
  for (auto it = first; it != children_.end(); ++it)
    for (const AwaitedTask& child : it->second.tasks) unfinished_.erase(child.task);
  children_.erase(first, children_.end());
}

void Extractor::task_switched(Ticks time, const model::TaskId& task) {
  time = advance(time);
  if (unknown_depth_ != 0) return;
  // Its regions must have been entered elsewhere.
  if (teams_.task() && !teams_.in_implicit_task() && stack_.empty())
    location_.journeys.left_unfinished(*teams_.task());
  if (task.generation != 0)
    switch_task(time, task);
  else
    switch_task(time, teams_.implicit_task());
}

void Extractor::task_completed(Ticks time, const model::TaskId& task) {
  time = advance(time);
  if (unknown_depth_ != 0 || task.generation == 0) return;
  switch_task(time, task);
  while (!stack_.empty()) close_unfinished(time);
  visit_.completed = true;
  note_task_end(time, task);
  switch_task(time, teams_.implicit_task());
  suspended_.erase(task);
}

void Extractor::switch_task(Ticks time, const Task& task) {
  if (task == teams_.task()) return;
  if (!teams_.empty() && teams_.in_implicit_task()) teams_.innermost().explicit_since = time;
  const bool has_departed = depart(time);
  std::vector<Frame> frames = stack_.take_frames();
  if (!has_departed && (teams_.in_implicit_task() || !frames.empty()))
    suspended_.insert_or_assign(teams_.task(), Suspended{std::move(frames), stack_.base(), time});
  teams_.set_task(task);
  if (!arrive(time)) {
    if (const auto found = suspended_.find(task); found != suspended_.end()) {
      resume(time, std::move(found->second));
      suspended_.erase(found);
    } else {
      stack_.set_base(location_.root_below_program(location_.regions.tasks));
    }
  }
  if (!teams_.empty() && teams_.in_implicit_task())
    location_.records.task_intervals.push_back({teams_.innermost().explicit_since, time});
  settle();
}

bool Extractor::depart(Ticks time) {
  if (!teams_.task() || teams_.in_implicit_task()) return false;
  const Parent self{teams_.size(), teams_.task()};
  if (is_visiting_) {
    for (std::size_t n = stack_.size(); n > 0; --n)
      visit_.entered.push_back(stack_.from_top(n - 1).region);
    if (const auto own = children_.find(self); own != children_.end())
      for (const AwaitedTask& child : own->second.tasks)
        if (unfinished_.contains(child.task)) visit_.created.push_back(child);
    location_.journeys.add(*teams_.task(), std::move(visit_));
    is_visiting_ = false;
  } else if (arrival_ == nullptr || !arrival_->goes_elsewhere) {
    return false;
  }
  arrival_ = nullptr;
  // What it waited for here is a wait of this thread, the rest one of the next.
  if (!stack_.empty()) note_taskwait();
  if (auto own = children_.extract(self); !own.empty())
    for (const AwaitedTask& child : own.mapped().tasks) unfinished_.erase(child.task);
  while (!stack_.empty()) pop(time, false);
  return true;
}

bool Extractor::arrive(Ticks time) {
  arrival_ = nullptr;
  if (!teams_.task() || teams_.in_implicit_task() ||
      location_.journeys.reading() == TaskJourneys::Reading::Finds)
    return false;
  const bool is_followed = location_.journeys.reading() == TaskJourneys::Reading::Follows;
  if (is_followed && !location_.journeys.is_suspect(*teams_.task())) return false;
  if (!is_followed) {
    if (location_.journeys.arrival(location_.sibling, *teams_.task(), 0) == nullptr) return false;
    arrival_ =
        location_.journeys.arrival(location_.sibling, *teams_.task(), visits_[*teams_.task()]++);
    if (arrival_ == nullptr || !arrival_->is_from_elsewhere) return false;
  }
  stack_.set_base(location_.root_below_program(location_.regions.tasks));
  if (is_followed) {
    visit_ = {};
    visit_.location = location_.sibling;
    visit_.begin = time;
    is_visiting_ = true;
    return true;
  }
  // Its regions go on: they were entered once, where the task was then.
  for (const model::RegionId region : arrival_->open)
    push(time, region, location_.callpaths.child(stack_.callpath(), region));
  for (const AwaitedTask& child : arrival_->children) {
    children_[{teams_.size(), teams_.task()}].tasks.push_back(child);
    unfinished_.insert(child.task);
  }
  return true;
}

// What others did in the meantime is not the time of its regions.
void Extractor::resume(Ticks time, Suspended suspended) {
  stack_.put_back(std::move(suspended.frames), suspended.base);
  if (stack_.empty()) return;
  stack_.top().nested += time - suspended.since;
  if (!location_.regions.is_taskwait(stack_.top().region)) return;
  const auto waiting = children_.find({teams_.size(), teams_.task()});
  if (waiting == children_.end()) return;
  std::vector<TimeAway>& away = waiting->second.away;
  if (away.empty() || away.back().end != suspended.since) away.push_back({suspended.since, time});
  away.back().end = time;
  away.back().cut = location_.activities.begin_call();
  location_.activities.keep();
}

}  // namespace tarry::analysis
