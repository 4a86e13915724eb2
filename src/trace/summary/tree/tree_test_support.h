// SPDX-License-Identifier: BSD-3-Clause
// A call tree of a test, into which the test's logs are folded.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "trace/eventlog/log_builder.h"
#include "trace/summary/tree/tree_fold.h"

namespace tarry::trace::summary {

// A tree in memory that grows by moving, as the mapped one does.
class FoldTest : public testing::Test {
 protected:
  struct Growing {
    Tree tree;  // must be the first member
    std::vector<Node>* cells = nullptr;
  };

  void begin(const TreeLimits& limits = {100, 1000}) {
    cells_.assign(4, Node{});
    growing_.cells = &cells_;
    growing_.tree = {&state_, cells_.data(), 4, [](Tree& tree) {
                       auto& cells = *reinterpret_cast<Growing&>(tree).cells;
                       std::vector<Node> larger(2 * cells.size());
                       std::copy(cells.begin(), cells.end(), larger.begin());
                       cells = std::move(larger);
                       tree.cells = cells.data();
                       tree.capacity = static_cast<std::uint32_t>(cells.size());
                       return true;
                     }};
    growing_.tree.counters = &counters_;
    begin_tree(growing_.tree, 0, limits);
  }
  void fold(const trace::eventlog::LogBuilder& log) {
    const auto* at = reinterpret_cast<const unsigned char*>(log.body.data());
    EXPECT_EQ(fold_records(growing_.tree, at, at + log.body.size()), at + log.body.size());
  }
  void end() { end_tree(growing_.tree); }

  // Returns the node of these functions from the root; all zeros if there is none.
  Node at(const std::vector<std::uint64_t>& path) {
    NodeNumber node = kRootNode;
    for (const std::uint64_t key : path) node = child(node, NodeKind::Function, key);
    return cells_[node];
  }
  NodeNumber child(NodeNumber parent, NodeKind kind, std::uint64_t key) {
    for (NodeNumber n = cells_[parent].first_child; parent != 0 && n != 0; n = cells_[n].next)
      if (cells_[n].kind == kind && cells_[n].key == key) return n;
    return 0;
  }
  std::uint64_t odd(Odd what) { return state_.odd[static_cast<std::size_t>(what)]; }
  std::uint64_t count(const Node& node, MessageCount what) {
    if (node.messages == 0) return 0;
    return reinterpret_cast<const MessageCounts&>(cells_[node.messages])
        .counts[static_cast<std::size_t>(what)];
  }

  std::uint64_t counted(const Node& node, std::uint32_t counter) {
    std::uint32_t cell = node.counters;
    const auto values = [&]() -> const CounterValues& {
      return reinterpret_cast<const CounterValues&>(cells_[cell]);
    };
    while (cell != 0 && values().block != counter / kCountersInCell) cell = values().next;
    return cell == 0 ? 0 : values().values[counter % kCountersInCell];
  }

  TreeState state_{};
  CounterTable counters_;
  std::vector<Node> cells_;
  Growing growing_;
};

}  // namespace tarry::trace::summary
