// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/merged_tree.h"

#include <algorithm>

#include "diagnosis/evidence/clusters.h"
#include "diagnosis/evidence/message_parts.h"

namespace tarry::diagnosis {
namespace {

void add(TimeRange& to, TimeRange more) {
  to.low += more.low;
  to.high += more.high;
}

// Adds a child to a list that has one node per frame, ordered by frame. Times of equal frames of
// one thread are summed.
void add_child(std::vector<MergedNode>& children, MergedNode child);

// Adds two parts of one thread, which entered the frame twice.
void accumulate(MergedNode& into, MergedNode from) {
  add(into.sum, from.sum);
  for (MergedNode& child : from.children) add_child(into.children, std::move(child));
  into.iterations.clear();
}

void add_child(std::vector<MergedNode>& children, MergedNode child) {
  const auto at =
      std::lower_bound(children.begin(), children.end(), child.frame,
                       [](const MergedNode& node, FrameId frame) { return node.frame < frame; });
  if (at != children.end() && at->frame == child.frame)
    accumulate(*at, std::move(child));
  else
    children.insert(at, std::move(child));
}

class Converter {
 public:
  explicit Converter(const TemporalTree& tree) : tree_(tree) {}

  MergedNode run(TemporalId id, bool in_loop) {
    const TemporalNode& node = tree_[id];
    MergedNode made;
    made.frame = node.frame;
    made.sum = node.duration();
    const bool has_iterations = !node.children.empty() &&
                                tree_[node.children.front()].kind == TemporalNode::Kind::Iteration;
    if (!has_iterations) {
      for (const TemporalId child : node.children) add_child(made.children, run(child, in_loop));
      return made;
    }
    ClusterSet clusters(tree_.period);
    std::uint32_t number = 0;
    for (const TemporalId child : node.children) {
      MergedNode iteration = run(child, true);
      for (const MergedNode& part : iteration.children) add_child(made.children, part);
      if (!in_loop) clusters.insert({{number}, 1, std::move(iteration)});
      ++number;
    }
    if (!in_loop) made.iterations = clusters.take();
    return made;
  }

 private:
  const TemporalTree& tree_;
};

}  // namespace

MergedNode merged_tree(const TemporalTree& tree) {
  return Converter(tree).run(TemporalTree::kRoot, false);
}

void merge(MergedNode& into, MergedNode from, Time period) {
  add(into.sum, from.sum);
  std::vector<MergedNode> children;
  auto a = into.children.begin();
  auto b = from.children.begin();
  while (a != into.children.end() || b != from.children.end()) {
    if (b == from.children.end() || (a != into.children.end() && a->frame < b->frame)) {
      children.push_back(std::move(*a++));
    } else if (a == into.children.end() || b->frame < a->frame) {
      children.push_back(std::move(*b++));
    } else {
      merge(*a, std::move(*b++), period);
      children.push_back(std::move(*a++));
    }
  }
  into.children = std::move(children);
  if (into.iterations.empty() && from.iterations.empty()) return;
  ClusterSet clusters(period);
  for (std::vector<Cluster>* all : {&into.iterations, &from.iterations})
    for (Cluster& one : *all) clusters.insert(std::move(one));
  into.iterations = clusters.take();
}

void append_node(workers::Bytes& message, const MergedNode& node) {
  workers::append(message, node.frame);
  workers::append(message, node.sum);
  workers::append(message, std::uint64_t{node.children.size()});
  for (const MergedNode& child : node.children) append_node(message, child);
  append_clusters(message, node.iterations);
}

MergedNode take_node(workers::MessageReader& message) {
  MergedNode node;
  node.frame = message.take<FrameId>();
  node.sum = message.take<TimeRange>();
  node.children.resize(message.take<std::uint64_t>());
  for (MergedNode& child : node.children) child = take_node(message);
  node.iterations = take_clusters(message);
  return node;
}

}  // namespace tarry::diagnosis
