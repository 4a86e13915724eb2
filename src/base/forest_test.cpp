// SPDX-License-Identifier: BSD-3-Clause
#include "base/forest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/strong_id.h"

namespace tarry::base {
namespace {

using NodeId = StrongId<struct NodeTag>;
using KeyId = StrongId<struct KeyTag>;
struct Node {
  NodeId parent;
  KeyId key;
  int depth = 0;
};
using Tree = Forest<Node, NodeId, KeyId>;
constexpr NodeId kRoot;

TEST(Forest, MakesAChildOnce) {
  Tree tree;
  const NodeId root = tree.child(kRoot, KeyId{7});
  const NodeId child = tree.child(root, KeyId{7}, 1);
  EXPECT_EQ(tree.child(kRoot, KeyId{7}, 5), root);
  EXPECT_EQ(tree.child(root, KeyId{7}, 5), child);
  EXPECT_EQ(tree.size(), 2u);
  EXPECT_EQ(tree[child].parent, root);
  EXPECT_EQ(tree[child].depth, 1);
  EXPECT_EQ(tree.find(root, KeyId{7}, NodeId{}), child);
  EXPECT_FALSE(tree.find(child, KeyId{7}, NodeId{}).valid());
}

TEST(Forest, MergesByKeysThatItTranslates) {
  Tree one, other;
  one.child(one.child(kRoot, KeyId{10}), KeyId{11});
  const NodeId root = other.child(kRoot, KeyId{0});
  other.child(root, KeyId{2});
  other.child(root, KeyId{1});
  const auto ids =
      one.merge(other.nodes(), [](const Node& node) { return KeyId{node.key.value + 10}; });
  EXPECT_THAT(ids, testing::ElementsAre(NodeId{0}, NodeId{2}, NodeId{1}));
  EXPECT_EQ(one.size(), 3u);
}

TEST(Forest, NumbersMayBeIdsAndKeys) {
  struct Plain {
    std::uint32_t parent;
    std::uint32_t key;
  };
  Forest<Plain, std::uint32_t, std::uint32_t> tree;
  const std::uint32_t root = tree.child(0xFFFFFFFF, 3);
  EXPECT_EQ(tree.child(root, 3), 1u);
  EXPECT_THAT((Forest<Plain, std::uint32_t, std::uint32_t>{}.merge(
                  tree.nodes(), [](const Plain& node) { return node.key; })),
              testing::ElementsAre(0u, 1u));
}

}  // namespace
}  // namespace tarry::base
