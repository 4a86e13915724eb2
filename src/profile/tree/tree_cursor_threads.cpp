// SPDX-License-Identifier: BSD-3-Clause
// Teams of threads and explicit tasks. What the members of a team took between its fork and its
// join is known to the forking thread alone: it keeps that by team, and the trees of a process are
// put together later (profile/process_summary.h). Source: definitions 3.1 to 3.3.
#include "profile/tree/tree_cursor.h"

namespace tarry::profile {

void TreeCursor::settle_in_team() {
  const bool is_right_in_team = state_->team_count != 0 && in_implicit_task() &&
                                frame_count_ == state_->teams[state_->team_count - 1].depth;
  // Regions between a fork and its team keep their own time.
  const auto is_inside_fork = [this] {
    const OpenFork& fork = state_->forks[state_->fork_count - 1];
    return !fork.has_team && frame_count_ > fork.depth;
  };
  const bool is_between = state_->forking && (state_->fork_count == 0 || !is_inside_fork());
  const bool is_idle =
      state_->team_count == 0 && state_->is_worker && !has_frames() && in_implicit_task();
  gap_ = is_between || is_right_in_team || is_idle;
}

// A region was entered; if it is right in the team, it may be the first.
void TreeCursor::note_team_region() {
  const OpenTeam& team = state_->teams[state_->team_count - 1];
  const Frame& frame = state_->frames[frame_count_ - 1];
  if (!team.forked_here || frame_count_ - 1 != team.depth || !in_implicit_task()) return;
  if (frame.kind == NodeKind::Pause || state_->fork_count == 0) return;
  OpenFork& fork = state_->forks[state_->fork_count - 1];
  if (fork.region == 0) fork.region = frame.node;
}

void TreeCursor::fork() {
  if (state_->fork_count == kMostForks) return odd(Odd::LostThreads);
  state_->forks[state_->fork_count++] = {last_, 0, charged_node(), 0, frame_count_, false, {}};
  state_->forks[state_->fork_count - 1].gap = state_->gap_time;
  state_->forking = true;
  settle();
}

void TreeCursor::join(std::uint32_t team) {
  if (state_->fork_count == 0) return odd(Odd::LostThreads);
  if (state_->team_count != 0 && state_->teams[state_->team_count - 1].forked_here &&
      state_->forks[state_->fork_count - 1].has_team)
    end_top_team();
  const OpenFork fork = state_->forks[--state_->fork_count];
  const std::uint64_t gap = state_->gap_time - fork.gap;
  if (state_->fork_count != 0) state_->forks[state_->fork_count - 1].gap += gap;
  const NodeNumber region = fork.region != 0 ? fork.region : fork.node;
  if (!fork.has_team) {
    cells_[region].time += gap;  // the forking code's own
  } else {
    cells_[region].management += gap;
    const NodeNumber by_team = child(region, NodeKind::TeamTime, team);
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
  } else if (state_->is_worker || !has_frames()) {  // else a fork that is not in the log
    while (state_->team_count != 0) end_top_team();
    close_down_to(state_->first_frame);
    if (!state_->is_worker && state_->is_created) cells_[state_->base].time = 0;
    state_->is_worker = true;
    state_->base = child(kRootNode, NodeKind::Team, state_->team_place);
  }
  state_->team_place = 0;
  state_->teams[state_->team_count++] = {fork,         state_->task, base_before,
                                         frame_count_, forked_here,  {}};
  state_->forking = false;
  settle();
}

void TreeCursor::end_top_team() {
  if (!in_implicit_task()) leave_task();
  const OpenTeam team = state_->teams[state_->team_count - 1];
  close_down_to(std::max(team.depth, state_->first_frame));
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

// Tasks are executed on the stack of the thread: the one that goes on is the one left last, unless
// those above it were lost.
void TreeCursor::switch_task(std::uint64_t task) {
  if (task == 0) task = implicit_task();
  if (task == state_->task) return;
  for (std::uint32_t i = state_->suspended_count; i > 0; --i)
    if (state_->suspended[i - 1].task == task) {
      while (state_->suspended_count >= i) leave_task();
      return;
    }
  if (in_implicit_task() || has_frames()) {
    if (state_->suspended_count == kMostSuspended) return odd(Odd::LostThreads);
    state_->suspended[state_->suspended_count++] = {state_->task, state_->first_frame,
                                                    state_->base};
  }
  state_->first_frame = frame_count_;
  state_->task = task;
  state_->base = child(child(kRootNode, NodeKind::Program, 0), NodeKind::Tasks, 0);
  settle();
}

void TreeCursor::complete_task(std::uint64_t task) {
  if (task == 0) return;
  switch_task(task);
  leave_task();
}

// Ends the running task and goes back to the one left before it.
void TreeCursor::leave_task() {
  close_down_to(state_->first_frame);
  if (state_->suspended_count == 0) return;
  const SuspendedTask& before = state_->suspended[--state_->suspended_count];
  state_->task = before.task;
  state_->first_frame = before.first_frame;
  state_->base = before.base;
  settle();
}

}  // namespace tarry::profile
