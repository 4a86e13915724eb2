// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/task_tracker.h"

#include <utility>

namespace tarry::analysis {

using Reading = TaskJourneys::Reading;

void TaskTracker::create(Ticks time, const model::TaskId& task) {
  if (location_.regions.has_taskwaits && !teams_.empty()) children_.add(self(), {task, time});
}

void TaskTracker::go_on_with(Ticks time, const model::TaskId& task) {
  // If an explicit task has no regions here, they must have been entered elsewhere.
  if (teams_.task() && !teams_.in_implicit_task() && stack_.empty())
    location_.journeys.left_unfinished(*teams_.task());
  switch_to(time, task.generation != 0 ? RunningTask{task} : teams_.implicit_task());
}

void TaskTracker::complete(Ticks time, const model::TaskId& task) {
  if (task.generation == 0) return;
  switch_to(time, task);
  regions_.close_all(time);
  visit_.completed = true;
  children_.end(time, {teams_.size(), task}, task);
  switch_to(time, teams_.implicit_task());
  suspended_.erase(task);
}

void TaskTracker::note_wait_in_task() {
  if (!location_.regions.is_taskwait(stack_.top().region)) return;
  visit_.waited = true;
  children_.note_wait(self());
}

void TaskTracker::leave_unentered(model::RegionId region) {
  if (!is_visiting_ || !stack_.empty()) return;
  visit_.left.push_back(region);
  visit_.waited |= location_.regions.is_taskwait(region);
}

void TaskTracker::end_team(Ticks time) {
  if (!teams_.in_implicit_task()) switch_to(time, teams_.implicit_task());
  regions_.close_all(time, teams_.innermost().depth);
  children_.forget_in_teams(teams_.size());
}

void TaskTracker::close(Ticks time) {
  for (auto& [task, suspended] : suspended_) {
    if (task && location_.journeys.reading() == Reading::Finds)
      location_.journeys.left_unfinished(*task);
    resume(time, std::move(suspended));
    regions_.close_all(time);
  }
}

void TaskTracker::switch_to(Ticks time, const RunningTask& task) {
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
  regions_.settle();
}

bool TaskTracker::depart(Ticks time) {
  if (!teams_.task() || teams_.in_implicit_task()) return false;
  if (is_visiting_) {
    for (std::size_t n = stack_.size(); n > 0; --n)
      visit_.entered.push_back(stack_.from_top(n - 1).region);
    visit_.created = children_.unfinished(self());
    location_.journeys.add(*teams_.task(), std::move(visit_));
    is_visiting_ = false;
  } else if (arrival_ == nullptr || !arrival_->goes_elsewhere) {
    return false;
  }
  arrival_ = nullptr;
  // The wait up to here is one of this thread; the rest is one of the next thread.
  if (!stack_.empty()) note_wait_in_task();
  children_.forget(self());
  while (!stack_.empty()) regions_.suspend(time);
  return true;
}

bool TaskTracker::arrive(Ticks time) {
  arrival_ = nullptr;
  TaskJourneys& journeys = location_.journeys;
  const RunningTask& task = teams_.task();
  if (!task || teams_.in_implicit_task() || journeys.reading() == Reading::Finds) return false;
  const bool is_followed = journeys.reading() == Reading::Follows;
  if (is_followed && !journeys.is_suspect(*task)) return false;
  if (!is_followed) {
    if (journeys.arrival(location_.sibling, *task, 0) == nullptr) return false;
    arrival_ = journeys.arrival(location_.sibling, *task, visits_[*task]++);
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
  // Its regions go on. They were entered once, where the task was then.
  for (const model::RegionId region : arrival_->open) regions_.resume(time, region);
  for (const AwaitedTask& child : arrival_->children) children_.add(self(), child);
  return true;
}

// The time in which other tasks ran is not that of its regions.
void TaskTracker::resume(Ticks time, Suspended suspended) {
  stack_.put_back(std::move(suspended.frames), suspended.base);
  if (stack_.empty()) return;
  stack_.top().nested += time - suspended.since;
  if (location_.regions.is_taskwait(stack_.top().region))
    children_.resume_wait(time, self(), suspended.since);
}

}  // namespace tarry::analysis
