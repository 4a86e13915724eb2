// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/iterations.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "diagnosis/evidence/thresholds.h"

namespace tarry::diagnosis {
namespace {

using Kind = TemporalNode::Kind;

class Splitter {
 public:
  Splitter(TemporalTree& tree, BodyOrders& orders) : tree_(tree), orders_(orders) {}

  void run() {
    // Iterations and inferred calls need no splitting.
    const std::size_t nodes = tree_.nodes.size();
    for (std::uint32_t at = 0; at < nodes; ++at) split(TemporalId{at});
  }

 private:
  void split(TemporalId id) {
    const FrameId body = tree_[id].frame;
    const bool is_loop = orders_.paths().is_loop(body);
    if (!is_loop && orders_.has_flow(body)) {
      join_repeated(id, false);
    } else if (is_loop || calls_a_place_again(id)) {
      split_loop(id);
      return;
    }
    infer(id, orders_.of(body));
  }

  bool calls_a_place_again(TemporalId id) {
    seen_.clear();
    for (const TemporalId child : tree_[id].children)
      if (!seen_.emplace(tree_[child].frame, child).second) return true;
    return false;
  }

  void split_loop(TemporalId id) {
    const BodyOrder& order = orders_.of(tree_[id].frame);
    const std::vector<TemporalId> children = std::move(tree_[id].children);
    tree_[id].children.clear();
    // The thread itself has no code, and a frame without calls has no order.
    tree_[id].by_line = order.by_line() && !children.empty() && id != TemporalTree::kRoot;
    std::vector<TemporalId> iterations;
    std::optional<FrameId> before;
    for (const TemporalId child : children) {
      const FrameId next = tree_[child].frame;
      if (!before || !order.can_follow(*before, next)) begin_iteration(id, child, iterations);
      tree_[iterations.back()].children.push_back(child);
      before = next;
    }
    if (!iterations.empty()) end_iteration(iterations.back(), tree_[id].end);
    if (mostly_rejected(id, iterations)) {
      tree_[id].children = children;
      join_repeated(id, true);
      return;
    }
    for (const TemporalId iteration : iterations) infer(iteration, order);
    tree_[id].children = std::move(iterations);
  }

  void begin_iteration(TemporalId loop, TemporalId child, std::vector<TemporalId>& iterations) {
    TemporalNode made;
    made.kind = Kind::Iteration;
    made.frame = tree_[loop].frame;
    made.begin = iterations.empty() ? tree_[loop].begin : tree_[child].begin;
    if (!iterations.empty()) end_iteration(iterations.back(), tree_[child].begin);
    iterations.push_back(tree_.add(std::move(made)));
  }

  void end_iteration(TemporalId iteration, TimeRange border) {
    TemporalNode& node = tree_[iteration];
    node.end = border;
    for (const TemporalId child : node.children) node.samples += tree_[child].samples;
  }

  bool mostly_rejected(TemporalId loop, const std::vector<TemporalId>& iterations) const {
    Time rejected{0};
    for (const TemporalId iteration : iterations)
      if (!is_accepted(tree_[iteration])) rejected += tree_[iteration].estimate();
    return static_cast<double>(rejected.count()) >
           kRejectedIterations * static_cast<double>(tree_[loop].estimate().count());
  }

  [[nodiscard]] bool is_accepted(const TemporalNode& iteration) const {
    std::size_t loops = 0;
    std::uint32_t samples_in_loops = 0;
    for (const TemporalId child : iteration.children) {
      if (!orders_.paths().is_loop(tree_[child].frame)) return true;
      ++loops;
      samples_in_loops += tree_[child].samples;
    }
    return (loops >= kIterationLoops && samples_in_loops >= kIterationSamples) ||
           loops >= kIterationChildren;
  }

  // Joins calls of one place into one node: in a profile all of them, else those that follow each
  // other.
  void join_repeated(TemporalId id, bool is_profile) {
    if (is_profile) tree_[id].is_profile = true;
    seen_.clear();
    std::vector<TemporalId> kept;
    for (const TemporalId child : tree_[id].children) {
      const auto [first, is_new] = seen_.emplace(tree_[child].frame, child);
      if (is_new || (!is_profile && kept.back() != first->second)) {
        first->second = child;
        kept.push_back(child);
        continue;
      }
      join(first->second, child, is_profile);
    }
    tree_[id].children = std::move(kept);
  }

  void join(TemporalId into, TemporalId from, bool is_profile) {
    TemporalNode& node = tree_[into];
    TemporalNode& other = tree_[from];
    node.samples += other.samples;
    node.children.insert(node.children.end(), other.children.begin(), other.children.end());
    other.children.clear();
    if (!is_profile) {
      node.end = other.end;
      return;
    }
    // Times are summed as if the second activation followed the first at once.
    node.end = {node.end.low + (other.end.low - other.begin.high),
                node.end.high + (other.end.high - other.begin.low)};
  }

  void infer(TemporalId id, const BodyOrder& order) {
    std::vector<TemporalId> all;
    FrameId before;
    TimeRange border = tree_[id].begin;
    const std::vector<TemporalId> children = std::move(tree_[id].children);
    for (const TemporalId child : children) {
      add_inferred(order.between(before, tree_[child].frame), tree_[child].begin, all);
      all.push_back(child);
      before = tree_[child].frame;
      border = tree_[child].end;
    }
    if (!children.empty()) {
      const TimeRange last{border.low, std::max(border.high, tree_[id].end.high)};
      add_inferred(order.between(before, FrameId{}), last, all);
    }
    tree_[id].children = std::move(all);
  }

  void add_inferred(const std::vector<FrameId>& frames, TimeRange border,
                    std::vector<TemporalId>& to) {
    for (const FrameId frame : frames) {
      TemporalNode made;
      made.kind = Kind::Inferred;
      made.frame = frame;
      made.begin = border;
      made.end = border;
      to.push_back(tree_.add(std::move(made)));
    }
  }

  TemporalTree& tree_;
  BodyOrders& orders_;
  std::unordered_map<FrameId, TemporalId> seen_;
};

}  // namespace

void find_iterations(TemporalTree& tree, BodyOrders& orders) { Splitter(tree, orders).run(); }

}  // namespace tarry::diagnosis
