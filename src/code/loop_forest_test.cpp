// SPDX-License-Identifier: BSD-3-Clause
#include "code/loop_forest.h"

#include <gtest/gtest.h>

namespace tarry::code {
namespace {

constexpr std::uint32_t kNone = FunctionGraph::kNone;

// Takes blocks by their successors; the first one is the entry.
LoopForest forest_of(const std::vector<std::vector<std::uint32_t>>& successors) {
  FunctionGraph graph;
  for (std::uint32_t at = 0; at < successors.size(); ++at) {
    Block& block = graph.blocks.emplace_back();
    block.begin = 0x10 * (at + 1);
    block.end = block.begin + 0x10;
    block.successors = successors[at];
  }
  graph.entry = 0;
  return loops_of(graph);
}

TEST(LoopForest, StraightCodeHasNoLoops) {
  EXPECT_TRUE(forest_of({{1, 2}, {3}, {3}, {}}).loops.empty());
  EXPECT_TRUE(forest_of({}).loops.empty());
}

TEST(LoopForest, LoopsAreNested) {
  // 0 -> [1 -> [2 -> 2] -> [3 -> 4 -> 3] -> 5 -> 1] -> 6
  const LoopForest found = forest_of({{1}, {2}, {2, 3}, {4}, {3, 5}, {1, 6}, {}});
  ASSERT_EQ(found.loops.size(), 3u);
  EXPECT_EQ(found.loops[0].header, 1u);
  EXPECT_EQ(found.loops[0].parent, kNone);
  for (const std::uint32_t inner : {1u, 2u}) {
    EXPECT_EQ(found.loops[inner].parent, 0u);
    EXPECT_TRUE(found.loops[inner].is_reducible);
  }
  EXPECT_EQ(found.innermost[0], kNone);
  EXPECT_EQ(found.innermost[5], 0u);
  EXPECT_EQ(found.loops[found.innermost[2]].header, 2u);
  EXPECT_EQ(found.loops[found.innermost[4]].header, 3u);
  EXPECT_EQ(found.innermost[6], kNone);
  EXPECT_TRUE(found.contains(0, 4));
  EXPECT_EQ(found.around(4), (std::vector<std::uint32_t>{0, found.innermost[4]}));
}

TEST(LoopForest, ContinueIsNoLoopOfItsOwn) {
  const LoopForest found = forest_of({{1}, {1, 2}, {1, 3}, {}});
  ASSERT_EQ(found.loops.size(), 1u);
  EXPECT_EQ(found.innermost[2], 0u);
}

TEST(LoopForest, LoopsWithSeveralEntriesAreOneLoop) {
  const LoopForest found = forest_of({{1, 2}, {2}, {1, 3}, {}});
  ASSERT_EQ(found.loops.size(), 1u);
  EXPECT_FALSE(found.loops[0].is_reducible);
  EXPECT_TRUE(found.is_entry[1] && found.is_entry[2]);
}

TEST(LoopForest, EndlessAndUnreachableLoopsAreFound) {
  const LoopForest found = forest_of({{0}, {2}, {1}});
  EXPECT_EQ(found.loops.size(), 2u);
}

// Each loop is around all later ones. They are nested deeper than the limit, and they are long.
TEST(LoopForest, DepthIsBounded) {
  std::vector<std::vector<std::uint32_t>> successors(5000);
  for (std::uint32_t at = 0; at + 1 < successors.size(); ++at) successors[at] = {at + 1};
  for (std::uint32_t at = 0; at < 100; ++at)
    successors[successors.size() - 100 + at].push_back(100 - at);
  EXPECT_EQ(forest_of(successors).loops.size(), LoopForest::kDeepest);
}

}  // namespace
}  // namespace tarry::code
