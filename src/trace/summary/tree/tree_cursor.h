// SPDX-License-Identifier: BSD-3-Clause
// A thread on its way through its call tree, with one function for each kind of record that moves
// it. It treats records that do not fit together as trace/eventlog/log_converter and the extractor
// of the analysis do one after the other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "trace/summary/tree/tree_fold.h"

namespace tarry::trace::summary {

class TreeCursor {
 public:
  explicit TreeCursor(Tree& tree)
      : tree_(tree),
        state_(tree.state),
        cells_(tree.cells),
        last_(state_->last),
        charged_(state_->charged),
        frame_count_(state_->frame_count),
        gap_(state_->gap) {}
  TreeCursor(const TreeCursor&) = delete;
  TreeCursor& operator=(const TreeCursor&) = delete;

  // Stores the thread's place in the tree; until then the tree has an earlier one.
  void save() {
    state_->last = last_;
    state_->charged = charged_;
    state_->frame_count = frame_count_;
    state_->gap = gap_;
  }

  // Called before every record, with its time.
  void advance(std::uint64_t ticks) {
    ++state_->records;
    if (ticks > last_ && state_->started) [[likely]] {
      charge(ticks - last_);
      if (state_->reads_counters) [[unlikely]]
        note_run();
      last_ = ticks;
    } else {
      advance_oddly(ticks);
    }
  }

  void enter(NodeKind kind, std::uint64_t key) {
    if (frame_count_ == kMostFrames) [[unlikely]]
      return enter_beyond();
    const NodeNumber node = child(place(), kind, key);
    cells_[node].visits += 1;
    push(kind, key, node);
  }

  void leave(NodeKind kind, std::uint64_t key) {
    if (frame_count_ > state_->first_frame && !state_->paused && state_->beyond == 0) [[likely]] {
      const Frame& top = state_->frames[frame_count_ - 1];
      if (top.key == key && top.kind == kind) [[likely]] {
        pop();
        return settle();
      }
    }
    leave_oddly(kind, key);
  }
  // Does the same where several visits share this leave and its enter.
  void leave_joined(NodeKind kind, std::uint64_t key, std::uint64_t calls);

  void flush(std::uint64_t until);
  void pause();
  void resume(std::uint64_t unknown);
  void begin_program();
  void end_program();
  void begin_thread(bool is_created);
  void end_thread();
  void fork();
  void join(std::uint32_t number);  // `number`: of the team; 0: unknown
  // Sets the place where the next team was forked.
  void place_team(std::uint64_t place);
  void begin_team(std::uint64_t fork);
  void end_team(std::uint64_t fork);
  // 0 stands for the implicit task.
  void switch_task(std::uint64_t task);
  void complete_task(std::uint64_t task);
  void begin_collective();
  // Returns the node to which the operation belongs; 0: none.
  NodeNumber end_collective();
  void start_request(std::uint64_t request);
  NodeNumber complete_request(std::uint64_t request);
  void end_log();

  void count(NodeNumber node, MessageCount what, std::uint64_t amount);
  // Takes the values of the counters of a set of the process, in the order of the set.
  void read_counters(std::uint32_t set, std::span<const std::uint64_t> values);

  // Returns 0 if no region is open.
  [[nodiscard]] NodeNumber top_node() const {
    return has_frames() ? state_->frames[frame_count_ - 1].node : 0;
  }
  // Returns the node of the innermost call path; outside of regions, a node that stands for that.
  NodeNumber innermost_node() {
    return has_frames() && state_->beyond == 0 ? top_node() : charged_node();
  }
  // Returns the node that gets the time; outside of regions, a node that stands for that.
  NodeNumber charged_node() {
    if (charged_ == kRootNode) charged_ = child(kRootNode, NodeKind::Outside, 0);
    return charged_;
  }

 private:
  [[nodiscard]] bool has_frames() const { return frame_count_ > state_->first_frame; }
  // Depth of the running task.
  [[nodiscard]] std::uint32_t depth() const { return frame_count_ - state_->first_frame; }
  [[nodiscard]] NodeNumber place() const {
    return has_frames() ? state_->frames[frame_count_ - 1].node : state_->base;
  }
  [[nodiscard]] std::uint64_t implicit_task() const {
    return state_->team_count == 0 ? 0 : state_->teams[state_->team_count - 1].task;
  }
  [[nodiscard]] bool in_implicit_task() const { return state_->task == implicit_task(); }
  void odd(Odd what, std::uint64_t amount = 1) {
    state_->odd[static_cast<std::size_t>(what)] += amount;
  }

  void charge(std::uint64_t amount) {
    if (gap_) {
      state_->gap_time += amount;
      return;
    }
    const NodeNumber charged = charged_node();  // may move the cells
    Node& node = cells_[charged];
    node.time += amount;
    if (state_->team_count == 0) node.serial += amount;
  }

  NodeNumber child(NodeNumber parent, NodeKind kind, std::uint64_t key) {
    const NodeNumber first = cells_[parent].first_child;
    if (first != 0 && cells_[first].key == key && cells_[first].kind == kind) [[likely]]
      return first;
    return other_child(parent, kind, key);
  }
  NodeNumber other_child(NodeNumber parent, NodeKind kind, std::uint64_t key);
  NodeNumber new_child(NodeNumber parent, NodeKind kind, std::uint64_t key);
  NodeNumber rest_of(NodeNumber parent);
  std::uint32_t new_cell();  // 0: there is none

  void push(NodeKind kind, std::uint64_t key, NodeNumber node) {
    charged_ = charged_in(kind, key, node);
    state_->frames[frame_count_++] = {key, last_, node, charged_, kind, false, false, {}};
    enter_team_region();
    gap_ = false;
  }
  // `visits` of equal length end.
  void pop(std::uint64_t visits = 1) {
    const Frame& frame = state_->frames[--frame_count_];
    if (frame.kind == NodeKind::Unknown) return;
    // A Rest node contains everything below it: only its outermost visit is its inclusive time.
    const bool is_inner = frame_count_ > 0 && state_->frames[frame_count_ - 1].node == frame.node;
    if (is_inner) return;
    const std::uint64_t duration = last_ - frame.enter;
    Node& node = cells_[frame.node];
    node.inclusive += duration;
    const std::uint64_t one = visits == 1 ? duration : duration / visits;
    node.shortest = std::min(node.shortest, one);
    node.longest = std::max(node.longest, one);
  }
  void add_joined(NodeNumber node, std::uint64_t visits);
  // A function that is known from call stacks may have ended and begun again between two calls: its
  // time is that of the region around it.
  [[nodiscard]] NodeNumber charged_in(NodeKind kind, std::uint64_t key, NodeNumber node) const {
    const bool is_from_call_stacks =
        kind == NodeKind::Function && eventlog::is_called_function(key);
    return is_from_call_stacks && has_frames() ? state_->frames[frame_count_ - 1].charged : node;
  }
  // Called after the stack, the teams or the task changed: decides to which node time is charged.
  void settle() {
    charged_ = has_frames() ? state_->frames[frame_count_ - 1].charged : state_->base;
    gap_ = false;
    if (state_->team_count != 0 || state_->forking || state_->is_worker) [[unlikely]]
      settle_in_team();
  }
  void settle_in_team();
  void enter_team_region() {
    if (state_->team_count != 0) note_team_region();
  }
  void note_team_region();

  void note_run();
  void read_counter(std::uint16_t counter, Counting counting, std::uint64_t value);
  void count_counter(NodeNumber node, std::uint16_t counter, std::uint64_t amount);
  std::uint32_t values_of(NodeNumber node, std::uint32_t block);
  std::uint32_t new_values(NodeNumber node, std::uint32_t block);
  std::uint32_t append_values(NodeNumber node, std::uint32_t block);
  CounterValues& counter_values(std::uint32_t cell) {
    return reinterpret_cast<CounterValues&>(cells_[cell]);
  }

  void forget_start();
  void advance_oddly(std::uint64_t ticks);
  void enter_beyond();
  void leave_oddly(NodeKind kind, std::uint64_t key);
  void leave_in_pause(NodeKind kind, std::uint64_t key);
  void close_down_to(std::uint32_t depth);
  void close_all();
  void end_top_team();
  void suspend_task();
  void resume_task(std::uint32_t at);
  void forget_task();
  void drop_suspended(std::uint32_t at, std::uint32_t frames);

  Tree& tree_;
  TreeState* state_;
  Node* cells_;
  std::uint64_t last_;
  NodeNumber charged_;
  std::uint32_t frame_count_;
  bool gap_;
};

}  // namespace tarry::trace::summary
