// SPDX-License-Identifier: BSD-3-Clause
#include "samples/path_nodes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <random>

namespace tarry::samples {
namespace {

constexpr PathNode kRoot{0, 0, 0, 0, PathNodeKind::Root, 0};

std::string stored(const std::vector<PathNode>& nodes) {
  std::string out(nodes.size() * sizeof(PathNode), '\0');
  std::memcpy(out.data(), nodes.data(), out.size());
  return out;
}

void expect_same(const std::vector<PathNode>& nodes, const std::vector<PathNode>& expected) {
  EXPECT_EQ(stored(nodes), stored(expected));
}

TEST(PathNodes, EveryFieldIsReadAsItWasPacked) {
  const std::vector<PathNode> nodes{
      kRoot,
      {0x1234, 0, 7, 3, PathNodeKind::Call, 0},
      {0x1200, 1, 0, 3, PathNodeKind::Instruction, 0},
      {0, 0, 0, 0, PathNodeKind::Partial, 0},
      {~std::uint64_t{0}, 2, ~std::uint32_t{0}, PathNode::kNoModule, PathNodeKind::Call, 0},
      {1, 0, 0, PathNode::kNoModule, PathNodeKind::Instruction, 0},
      {0x8000'0000'0000'0000, 4, 1, PathNode::kNoModule - 1, PathNodeKind::Call, 0}};
  expect_same(read_paths(pack_paths(nodes)), nodes);
  expect_same(read_paths(stored(nodes)), nodes);
}

TEST(PathNodes, PackedOnesAreSmall) {
  std::mt19937 random(7);
  std::vector<PathNode> nodes{kRoot};
  for (std::uint32_t number = 1; number < 5000; ++number)
    nodes.push_back({0x400000 + random() % 100'000,
                     number - 1 - static_cast<std::uint32_t>(random()) % std::min(number, 50u),
                     static_cast<std::uint32_t>(random() % 2000),
                     static_cast<std::uint16_t>(random() % 20), PathNodeKind::Call, 0});
  const std::string packed = pack_paths(nodes);
  expect_same(read_paths(packed), nodes);
  EXPECT_LE(packed.size(), 8 * nodes.size());
}

TEST(PathNodes, OfACutFileTheWholeNodesAreRead) {
  const std::vector<PathNode> nodes{kRoot,
                                    {0x123456, 0, 700, 3, PathNodeKind::Call, 0},
                                    {0x654321, 1, 800, 3, PathNodeKind::Call, 0}};
  const std::string packed = pack_paths(nodes);
  std::size_t before = 1;
  for (std::size_t bytes = pack_paths({}).size(); bytes < packed.size(); ++bytes) {
    const std::vector<PathNode> read = read_paths(packed.substr(0, bytes));
    ASSERT_GE(read.size(), before);
    ASSERT_LT(read.size(), nodes.size());
    expect_same(read, {nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(read.size())});
    before = read.size();
  }
}

TEST(PathNodes, WhateverIsDamagedParentsComeBeforeTheirChildren) {
  const std::vector<PathNode> nodes{kRoot,
                                    {0x123456, 0, 700, 3, PathNodeKind::Call, 0},
                                    {0x654321, 1, 800, 3, PathNodeKind::Call, 0}};
  const std::string packed = pack_paths(nodes);
  for (std::size_t at = 8; at < packed.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = packed;
      changed[at] = static_cast<char>(changed[at] ^ 1 << bit);
      const std::vector<PathNode> read = read_paths(changed);
      for (std::size_t number = 1; number < read.size(); ++number) {
        ASSERT_LT(read[number].parent, number);
        ASSERT_GE(read[number].kind, PathNodeKind::Call);
        ASSERT_LE(read[number].kind, PathNodeKind::Partial);
      }
    }
}

TEST(PathNodes, StoredOnesEndAtTheFirstThatIsNotSound) {
  const PathNode sound{0x100, 0, 0, 0, PathNodeKind::Call, 0};
  PathNode orphan = sound;
  orphan.parent = 9;
  EXPECT_EQ(read_paths(stored({kRoot, sound, orphan, sound})).size(), 2u);
  EXPECT_EQ(read_paths(stored({kRoot, sound, {}, sound})).size(), 2u);
  EXPECT_EQ(read_paths(stored({kRoot, kRoot})).size(), 1u);
  PathNode lost_root = kRoot;
  lost_root.parent = 9;
  EXPECT_TRUE(read_paths(stored({lost_root, sound})).empty()) << "the root's parent is itself";
  EXPECT_TRUE(read_paths("").empty());
}

}  // namespace
}  // namespace tarry::samples
