// SPDX-License-Identifier: BSD-3-Clause
#include "model/call_tree.h"

#include <gtest/gtest.h>

namespace tarry::model {
namespace {

TEST(CallTree, SamePathIsOneNode) {
  CallTree tree;
  const CallPathId main = tree.child({}, RegionId{0});
  const CallPathId send = tree.child(main, RegionId{1});
  EXPECT_EQ(tree.child(main, RegionId{1}), send);
  EXPECT_NE(tree.child(send, RegionId{1}), send) << "recursion is a new node";
  EXPECT_EQ(tree.size(), 3u);
}

TEST(CallTree, MergeMapsEveryNode) {
  CallTree a, b;
  a.child(a.child({}, RegionId{0}), RegionId{1});
  const CallPathId other = b.child(b.child({}, RegionId{0}), RegionId{2});
  const auto mapping = a.merge(b);
  EXPECT_EQ(mapping.size(), 2u);
  EXPECT_EQ(mapping[0], CallPathId{0});
  EXPECT_EQ(a[mapping[other.index()]].region, RegionId{2});
}

TEST(CallTree, DepthFirstOrderVisitsSubtreesTogether) {
  CallTree tree;
  const CallPathId root = tree.child({}, RegionId{0});
  const CallPathId first = tree.child(root, RegionId{1});
  const CallPathId second = tree.child(root, RegionId{2});
  const CallPathId below_first = tree.child(first, RegionId{3});
  const CallPathId other_root = tree.child({}, RegionId{4});
  const auto position = tree.depth_first_order();
  EXPECT_EQ(position[root.index()], CallPathId{0});
  EXPECT_EQ(position[first.index()], CallPathId{1});
  EXPECT_EQ(position[below_first.index()], CallPathId{2});
  EXPECT_EQ(position[second.index()], CallPathId{3});
  EXPECT_EQ(position[other_root.index()], CallPathId{4});
}

}  // namespace
}  // namespace tarry::model
