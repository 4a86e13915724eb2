// SPDX-License-Identifier: BSD-3-Clause
// Teams of threads and explicit tasks. Only the forking thread knows the time of a team's members
// between fork and join: it keeps that time by team, and the trees of a process are joined later
// (trace/summary/process_summary.h). Source: docs/definitions.md, "Teams and idle threads".
#include "trace/summary/tree/tree_cursor.h"

namespace tarry::trace::summary {

void TreeCursor::settle_in_team() {
  const bool is_right_in_team = state_->team_count != 0 && in_implicit_task() &&
                                depth() == state_->teams[state_->team_count - 1].depth;
  // Regions between a fork and its team keep their own time.
  const auto is_inside_fork = [this] {
    const OpenFork& fork = state_->forks[state_->fork_count - 1];
    return !fork.has_team && depth() > fork.depth;
  };
  const bool is_between = state_->forking && (state_->fork_count == 0 || !is_inside_fork());
  const bool is_idle =
      state_->team_count == 0 && state_->is_worker && !has_frames() && in_implicit_task();
  gap_ = is_between || is_right_in_team || is_idle;
}

// A region was entered; if it is directly in the team, it may be the first one.
void TreeCursor::note_team_region() {
  const OpenTeam& team = state_->teams[state_->team_count - 1];
  const Frame& frame = state_->frames[frame_count_ - 1];
  if (!team.forked_here || depth() - 1 != team.depth || !in_implicit_task()) return;
  if (frame.kind == NodeKind::Pause || state_->fork_count == 0) return;
  OpenFork& fork = state_->forks[state_->fork_count - 1];
  if (fork.region == 0) fork.region = frame.node;
}

void TreeCursor::fork() {
  if (state_->fork_count == kMostForks) return odd(Odd::LostThreads);
  state_->forks[state_->fork_count++] = {last_, 0, innermost_node(), 0, depth(), false, {}};
  state_->forks[state_->fork_count - 1].gap = state_->gap_time;
  state_->forking = true;
  settle();
}

void TreeCursor::join(std::uint32_t number) {
  if (state_->fork_count == 0) return odd(Odd::LostThreads);
  const OpenTeam* const team =
      state_->team_count == 0 ? nullptr : &state_->teams[state_->team_count - 1];
  if (team != nullptr && team->forked_here && team->forks == state_->fork_count) end_top_team();
  const OpenFork fork = state_->forks[--state_->fork_count];
  const std::uint64_t gap = state_->gap_time - fork.gap;
  if (state_->fork_count != 0) state_->forks[state_->fork_count - 1].gap += gap;
  const NodeNumber region = fork.region != 0 ? fork.region : fork.node;
  if (!fork.has_team) {
    const NodeNumber charged = charged_node();  // may move the cells
    cells_[charged].time += gap;                // time of the forking code
  } else {
    cells_[region].management += gap;
    const NodeNumber by_team = child(region, NodeKind::TeamTime, number);
    Node& shared = cells_[by_team];
    if (shared.kind == NodeKind::TeamTime) {
      shared.visits += 1;
      shared.time += last_ - fork.time;
    }
  }
  state_->forking = false;
  settle();
}

void TreeCursor::begin_team(std::uint64_t fork) {
  if (state_->team_count == kMostTeams) return odd(Odd::LostThreads);
  const NodeNumber base_before = state_->base;
  OpenFork* const last_fork =
      state_->fork_count == 0 ? nullptr : &state_->forks[state_->fork_count - 1];
  const bool forked_here = state_->forking && last_fork != nullptr && !last_fork->has_team;
  if (forked_here) {
    last_fork->has_team = true;
  } else if (state_->is_worker || !has_frames()) {  // otherwise a fork that is not in the log
    state_->stretch += 1;
    while (state_->team_count != 0) end_top_team();
    close_down_to(state_->first_frame);
    if (!state_->is_worker && state_->is_created) cells_[state_->base].time = 0;
    state_->is_worker = true;
    state_->base = child(kRootNode, NodeKind::Team, state_->team_place);
  }
  state_->team_place = 0;
  state_->teams[state_->team_count++] = {
      fork, state_->task, base_before, depth(), state_->fork_count, forked_here, {}};
  state_->forking = false;
  settle();
}

void TreeCursor::end_top_team() {
  switch_task(0);
  const OpenTeam team = state_->teams[state_->team_count - 1];
  close_down_to(state_->first_frame + team.depth);
  state_->team_count -= 1;
  state_->base = team.base_before;
  state_->forking = team.forked_here;
  settle();
}

void TreeCursor::end_team(std::uint64_t fork) {
  while (state_->team_count != 0) {
    const bool is_it = state_->teams[state_->team_count - 1].fork == fork;
    end_top_team();
    if (is_it) return;
  }
}

// The task is one of the suspended ones or a new one. The trace has only tasks of teams.
void TreeCursor::switch_task(std::uint64_t task) {
  if (state_->team_count == 0) return;
  if (task == 0) task = implicit_task();
  if (task == state_->task) return;
  if (in_implicit_task() || has_frames()) suspend_task();
  state_->first_frame = frame_count_;
  state_->task = task;
  std::uint32_t known = state_->suspended_count;
  while (known > 0 && state_->suspended[known - 1].task != task) --known;
  if (known > 0)
    resume_task(known - 1);
  else
    state_->base = child(child(kRootNode, NodeKind::Program, 0), NodeKind::Tasks, 0);
  settle();
}

void TreeCursor::suspend_task() {
  if (state_->suspended_count == kMostSuspended) forget_task();
  state_->suspended[state_->suspended_count++] = {state_->task, state_->first_frame, state_->base};
}

// Makes its regions the innermost ones. All other regions belong to suspended tasks.
void TreeCursor::resume_task(std::uint32_t at) {
  const SuspendedTask task = state_->suspended[at];
  const bool is_last = at + 1 == state_->suspended_count;
  const std::uint32_t end = is_last ? frame_count_ : state_->suspended[at + 1].first_frame;
  Frame* const frames = state_->frames;
  std::rotate(frames + task.first_frame, frames + end, frames + frame_count_);
  drop_suspended(at, end - task.first_frame);
  state_->task = task.task;
  state_->base = task.base;
  state_->first_frame = frame_count_ - (end - task.first_frame);
}

// Called if there are too many: forgets the oldest one, which may continue in another thread or
// never.
void TreeCursor::forget_task() {
  odd(Odd::LostThreads);
  const auto is_of_team = [this](std::uint64_t task) {
    return task == 0 || std::any_of(state_->teams, state_->teams + state_->team_count,
                                    [task](const OpenTeam& team) { return team.task == task; });
  };
  static_assert(kMostSuspended > kMostTeams + 1);
  std::uint32_t at = 0;
  while (is_of_team(state_->suspended[at].task) && at + 1 < state_->suspended_count) ++at;
  const std::uint32_t begin = state_->suspended[at].first_frame;
  const bool is_last = at + 1 == state_->suspended_count;
  const std::uint32_t end = is_last ? state_->first_frame : state_->suspended[at + 1].first_frame;
  std::copy(state_->frames + end, state_->frames + frame_count_, state_->frames + begin);
  drop_suspended(at, end - begin);
  state_->first_frame -= end - begin;
  frame_count_ -= end - begin;
}

// Removes a task from the list, and its regions from below those behind it.
void TreeCursor::drop_suspended(std::uint32_t at, std::uint32_t frames) {
  state_->suspended_count -= 1;
  for (std::uint32_t i = at; i < state_->suspended_count; ++i) {
    state_->suspended[i] = state_->suspended[i + 1];
    state_->suspended[i].first_frame -= frames;
  }
}

// Until the runtime reports another task, the implicit one runs.
void TreeCursor::complete_task(std::uint64_t task) {
  if (task == 0 || state_->team_count == 0) return;
  switch_task(task);
  close_down_to(state_->first_frame);
  switch_task(0);
}

}  // namespace tarry::trace::summary
