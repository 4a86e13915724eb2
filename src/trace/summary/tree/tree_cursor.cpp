// SPDX-License-Identifier: BSD-3-Clause
// Nodes, and odd enters and leaves of regions.
#include "trace/summary/tree/tree_cursor.h"

#include "base/hash.h"

namespace tarry::trace::summary {

// Frequently used children stay in front.
NodeNumber TreeCursor::other_child(NodeNumber parent, NodeKind kind, std::uint64_t key) {
  if (cells_[parent].kind == NodeKind::Rest) return parent;
  for (NodeNumber before = cells_[parent].first_child; before != 0;) {
    const NodeNumber node = cells_[before].next;
    if (node != 0 && cells_[node].key == key && cells_[node].kind == kind) {
      cells_[before].next = cells_[node].next;
      cells_[node].next = cells_[parent].first_child;
      cells_[parent].first_child = node;
      return node;
    }
    before = node;
  }
  const bool is_too_deep = cells_[parent].depth >= state_->most_depth;
  return is_too_deep ? rest_of(parent) : new_child(parent, kind, key);
}

NodeNumber TreeCursor::rest_of(NodeNumber parent) {
  for (NodeNumber node = cells_[parent].first_child; node != 0; node = cells_[node].next)
    if (cells_[node].kind == NodeKind::Rest) return node;
  return new_child(parent, NodeKind::Rest, 0);
}

NodeNumber TreeCursor::new_child(NodeNumber parent, NodeKind kind, std::uint64_t key) {
  const std::uint32_t cell = new_cell();
  if (cell == 0) return kRestNode;
  Node& node = cells_[cell];
  node.key = key;
  node.kind = kind;
  node.parent = parent;
  node.depth = static_cast<std::uint16_t>(cells_[parent].depth + 1);
  node.shortest = ~std::uint64_t{0};
  node.next = cells_[parent].first_child;
  cells_[parent].first_child = cell;
  return cell;
}

std::uint32_t TreeCursor::new_cell() {
  if (state_->cells >= state_->most_cells) return 0;
  if (state_->cells == tree_.capacity) {
    if (tree_.grow == nullptr || !tree_.grow(tree_)) return 0;
    state_ = tree_.state;
    cells_ = tree_.cells;
  }
  return state_->cells++;
}

void TreeCursor::count(NodeNumber node, MessageCount what, std::uint64_t amount) {
  if (amount == 0) return;
  if (cells_[node].messages == 0) {
    const std::uint32_t cell = new_cell();
    if (cell == 0) return count(kRestNode, what, amount);
    cells_[node].messages = cell;
  }
  reinterpret_cast<MessageCounts&>(cells_[cells_[node].messages])
      .counts[static_cast<std::size_t>(what)] += amount;
}

void TreeCursor::advance_oddly(std::uint64_t ticks) {
  if (!state_->started) {
    state_->started = true;
    state_->first = last_ = ticks;
  } else if (ticks < last_) {
    odd(Odd::Backwards);
  }
}

// Counts as a visit of the Rest node; its leaves are counted but not matched.
void TreeCursor::enter_beyond() {
  if (state_->beyond++ == 0) odd(Odd::LostFrames);
  charged_ = rest_of(place());
  cells_[charged_].visits += 1;
}

void TreeCursor::leave_joined(NodeKind kind, std::uint64_t key, std::uint64_t calls) {
  if (!state_->paused && state_->beyond != 0) add_joined(charged_, calls - 1);
  if (!state_->paused && state_->beyond == 0 && has_frames()) {
    const Frame& top = state_->frames[frame_count_ - 1];
    if (top.key == key && top.kind == kind) {
      const NodeNumber node = top.node;
      pop(calls);
      settle();
      return add_joined(node, calls - 1);
    }
  }
  leave_oddly(kind, key);
}

void TreeCursor::add_joined(NodeNumber node, std::uint64_t visits) {
  cells_[node].visits += visits;
  count(node, MessageCount::JoinedVisits, visits);
}

void TreeCursor::leave_oddly(NodeKind kind, std::uint64_t key) {
  if (state_->beyond != 0) {
    if (--state_->beyond == 0) settle();
    return;
  }
  if (state_->paused) return leave_in_pause(kind, key);
  for (std::uint32_t at = frame_count_; at > state_->first_frame; --at) {
    const Frame& frame = state_->frames[at - 1];
    const bool is_it = (frame.key == key && frame.kind == kind) || frame.kind == NodeKind::Unknown;
    if (!is_it) continue;
    odd(Odd::RepairedLeaves, frame_count_ - at);
    close_down_to(at - 1);
    return;
  }
  odd(Odd::SkippedLeaves);
}

// Regions that are left in a pause end with the pause.
void TreeCursor::leave_in_pause(NodeKind kind, std::uint64_t key) {
  for (std::uint32_t at = frame_count_; at > state_->first_frame; --at) {
    Frame& frame = state_->frames[at - 1];
    const bool is_it = (frame.key == key && frame.kind == kind) || frame.kind == NodeKind::Unknown;
    if (frame.left || frame.kind == NodeKind::Pause || !is_it) continue;
    frame.left = true;
    return;
  }
  odd(Odd::SkippedLeaves);
}

void TreeCursor::close_down_to(std::uint32_t depth) {
  state_->beyond = 0;
  while (frame_count_ > depth) pop();
  settle();
}

void TreeCursor::close_all() {
  while (state_->team_count != 0) end_top_team();
  close_down_to(state_->first_frame);
}

// Counters are not read for the measurement's own work.
void TreeCursor::flush(std::uint64_t until) {
  enter(NodeKind::Flush, 0);
  const NodeNumber run_node = state_->run_node;
  const std::uint64_t run_begin = state_->run_begin;
  advance(until);
  leave(NodeKind::Flush, 0);
  state_->run_node = run_node;
  state_->run_begin = run_begin;
}

void TreeCursor::pause() {
  state_->stretch += 1;
  const bool is_off = has_frames() && state_->frames[frame_count_ - 1].kind == NodeKind::Pause;
  const bool is_idle = state_->is_worker && state_->team_count == 0 && !has_frames();
  if (!is_idle && !is_off) enter(NodeKind::Pause, 0);
  state_->paused = true;
}

void TreeCursor::resume(std::uint64_t unknown) {
  if (!state_->paused) return;
  state_->stretch += 1;
  state_->paused = false;
  if (has_frames() && state_->frames[frame_count_ - 1].kind == NodeKind::Pause)
    leave(NodeKind::Pause, 0);
  std::uint32_t kept = frame_count_;
  for (std::uint32_t at = frame_count_; at > state_->first_frame; --at)
    if (state_->frames[at - 1].left) kept = at - 1;
  close_down_to(kept);
  for (; unknown > 0 && frame_count_ < kMostFrames; --unknown) {
    const NodeNumber node = place();
    const NodeNumber charged = has_frames() ? state_->frames[frame_count_ - 1].charged : node;
    state_->frames[frame_count_++] = {0, last_, node, charged, NodeKind::Unknown, false, false, {}};
  }
  settle();
}

void TreeCursor::begin_program() {
  state_->in_program = true;
  enter(NodeKind::Program, 0);
}

// exit() leaves main and its callers open.
void TreeCursor::end_program() {
  close_all();
  state_->in_program = false;
}

// Several threads may use a log one after the other: an earlier one without an end has ended by
// now.
void TreeCursor::begin_thread(bool is_created) {
  if (state_->in_thread) end_thread();
  state_->in_thread = is_created;
  if (is_created)
    state_->stretch += 1;
  else
    forget_start();
  if (!is_created || has_frames() || state_->base != kRootNode) return;
  state_->base = child(child(kRootNode, NodeKind::Program, 0), NodeKind::Threads, 0);
  state_->is_created = true;
  settle();
}

void TreeCursor::place_team(std::uint64_t place) {
  state_->team_place = place;
  forget_start();
}

// In the trace, a thread of the OpenMP runtime begins with its work for the program.
void TreeCursor::forget_start() {
  if (state_->cells == kFirstFreeCell) state_->started = false;
}

void TreeCursor::end_thread() {
  if (state_->paused && state_->in_thread) resume(0);
  close_all();
  state_->in_thread = false;
}

void TreeCursor::end_log() {
  close_all();
  while (state_->suspended_count != 0) {
    resume_task(state_->suspended_count - 1);
    close_down_to(state_->first_frame);
  }
  while (state_->fork_count != 0) join(0);
  state_->in_thread = state_->in_program = false;
}

void TreeCursor::begin_collective() {
  if (has_frames()) state_->frames[frame_count_ - 1].in_collective = true;
}

// In a pause, the node is that of the region in which the operation began.
NodeNumber TreeCursor::end_collective() {
  if (!has_frames()) return 0;
  Frame* frame = &state_->frames[frame_count_ - 1];
  const bool paused = frame->kind == NodeKind::Pause && !frame->in_collective;
  if (paused && frame_count_ - 1 > state_->first_frame && (frame - 1)->in_collective) --frame;
  frame->in_collective = false;
  return frame->node;
}

namespace {

// Returns a slot near the one where the request belongs: that with `request` itself, or a free one
// for 0.
OpenRequest* find_slot(TreeState& state, std::uint64_t request, std::uint64_t wanted) {
  constexpr std::size_t kProbes = 32;
  const std::uint64_t home = base::spread(request) >> 32;
  for (std::size_t i = 0; i < kProbes; ++i)
    if (OpenRequest& slot = state.requests[(home + i) % kRequestSlots]; slot.request == wanted)
      return &slot;
  return nullptr;
}

}  // namespace

void TreeCursor::start_request(std::uint64_t request) {
  if (!has_frames() || request == 0) return;
  if (OpenRequest* slot = find_slot(*state_, request, 0); slot != nullptr)
    *slot = {request, top_node(), 0};
}

// Counts where the request was started; if that is unknown, or was in another thread, where it was
// completed.
NodeNumber TreeCursor::complete_request(std::uint64_t request) {
  if (!has_frames()) return 0;
  OpenRequest* slot = request == 0 ? nullptr : find_slot(*state_, request, request);
  if (slot == nullptr) {
    odd(Odd::LostRequests);
    return top_node();
  }
  slot->request = 0;
  return slot->node;
}

}  // namespace tarry::trace::summary
