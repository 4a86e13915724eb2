// SPDX-License-Identifier: BSD-3-Clause
// Metrics and call paths are forests given by parents. They are walked without recursion because a
// call path may be as deep as the program's stack was.
#pragma once

#include <cstdint>
#include <vector>

namespace tarry::report {

// One step of a depth-first walk.
struct Visit {
  std::uint32_t node = 0;
  std::uint32_t depth = 0;
  std::size_t closes = 0;  // number of nodes, this one first, that end with this step
};

// Returns the children of every node in order of index; the last element holds the roots.
template <class Node>
std::vector<std::vector<std::uint32_t>> children_of(const std::vector<Node>& nodes) {
  std::vector<std::vector<std::uint32_t>> children(nodes.size() + 1);
  for (std::uint32_t i = 0; i < nodes.size(); ++i)
    children[nodes[i].parent.valid() ? nodes[i].parent.index() : nodes.size()].push_back(i);
  return children;
}

// Returns all nodes, with siblings in order of index. Node has a member `parent`, whose index is
// smaller than the node's own.
template <class Node>
std::vector<Visit> depth_first(const std::vector<Node>& nodes) {
  const std::vector<std::vector<std::uint32_t>> children = children_of(nodes);
  std::vector<Visit> visits;
  visits.reserve(nodes.size());
  std::vector<Visit> stack;  // steps still to be made, the next one on top
  const auto push = [&](const std::vector<std::uint32_t>& siblings, std::uint32_t depth) {
    for (std::size_t i = siblings.size(); i-- > 0;) stack.push_back({siblings[i], depth, 0});
  };
  push(children.back(), 0);
  while (!stack.empty()) {
    const Visit visit = stack.back();
    stack.pop_back();
    visits.push_back(visit);
    push(children[visit.node], visit.depth + 1);
  }
  for (std::size_t i = 0; i < visits.size(); ++i) {
    const std::uint32_t next_depth = i + 1 < visits.size() ? visits[i + 1].depth : 0;
    visits[i].closes = visits[i].depth + 1 - next_depth;
  }
  return visits;
}

}  // namespace tarry::report
