// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/collective_shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tarry::replay {
namespace {

using model::CollectiveOp;
using testing::ElementsAre;

constexpr std::uint64_t kBlock = 12;

// Converts the sums of a call to arguments and back.
void comes_back(const CollectiveShape& made, const Seat& seat) {
  const Totals totals = totals_of(made, seat);
  const CollectiveShape found = equal_blocks(made.op, seat, totals);
  EXPECT_EQ(totals_of(found, seat), totals) << static_cast<int>(made.op) << ' ' << seat.rank;
}

TEST(CollectiveShape, EqualBlocksKeepTheirSums) {
  for (const std::uint32_t members : {1u, 2u, 3u, 8u})
    for (std::uint32_t rank = 0; rank < members; ++rank)
      for (int op = 0; op <= static_cast<int>(CollectiveOp::ReduceScatterBlock); ++op)
        for (const bool in_place : {false, true}) {
          CollectiveShape made;
          made.op = static_cast<CollectiveOp>(op);
          if (has_counts(made.op) || (in_place && made.op == CollectiveOp::Bcast)) continue;
          const Seat seat{members, rank, members / 2};
          if (in_place && has_root(made.op) && rank != seat.root) continue;
          made.in_place = in_place;
          made.block = made.op == CollectiveOp::Barrier ? 0 : kBlock;
          comes_back(made, seat);
        }
}

TEST(CollectiveShape, AllMembersComeToTheSameBlock) {
  // Only the root is in place; in a scan each member decides by itself.
  const Seat root{4, 2, 2}, other{4, 0, 2};
  EXPECT_EQ(equal_blocks(CollectiveOp::Reduce, root, {0, 36}).block, kBlock);
  EXPECT_TRUE(equal_blocks(CollectiveOp::Reduce, root, {0, 36}).in_place);
  EXPECT_EQ(equal_blocks(CollectiveOp::Reduce, other, {12, 0}).block, kBlock);
  EXPECT_EQ(equal_blocks(CollectiveOp::Scatter, root, {48, 12}).block, kBlock);
  EXPECT_EQ(equal_blocks(CollectiveOp::Scatter, other, {0, 12}).block, kBlock);
  EXPECT_EQ(equal_blocks(CollectiveOp::Bcast, root, {48, 12}).block, kBlock);
  EXPECT_EQ(equal_blocks(CollectiveOp::Bcast, other, {0, 12}).block, kBlock);
  EXPECT_EQ(equal_blocks(CollectiveOp::Scan, other, {48, 12}).block, kBlock);
  EXPECT_EQ(equal_blocks(CollectiveOp::Scan, {4, 3, 0}, {0, 36}).block, kBlock);
  EXPECT_EQ(equal_blocks(CollectiveOp::Exscan, {4, 3, 0}, {0, 36}).block, kBlock);
}

// 24 bytes on 4 members are 6 for each, or 8 for all others. The middle member of a scan in place
// moves as much as one that moves half of the block also to itself.
TEST(CollectiveShape, AKnownBlockTellsWhetherItIsInPlace) {
  for (const CollectiveOp op : {CollectiveOp::Allreduce, CollectiveOp::Alltoall}) {
    EXPECT_EQ(equal_blocks(op, {4, 0, 0}, {24, 24}).block, 6u);
    const CollectiveShape known = equal_blocks(op, {4, 0, 0}, {24, 24}, 8);
    EXPECT_EQ(known.block, 8u);
    EXPECT_TRUE(known.in_place);
    EXPECT_FALSE(equal_blocks(op, {4, 0, 0}, {24, 24}, 6).in_place);
  }
  for (const std::uint32_t rank : {0u, 1u, 2u}) {
    const Totals totals{(2 - rank) * kBlock, rank * kBlock};
    const CollectiveShape scan = equal_blocks(CollectiveOp::Scan, {3, rank, 0}, totals, kBlock);
    EXPECT_EQ(scan.block, kBlock) << rank;
    EXPECT_TRUE(scan.in_place) << rank;
  }
}

TEST(CollectiveShape, AKnownBlockThatDoesNotFitIsOfNoUse) {
  const CollectiveShape found = equal_blocks(CollectiveOp::Allreduce, {4, 0, 0}, {24, 24}, 5);
  EXPECT_EQ(found.block, 6u);
  EXPECT_FALSE(found.in_place);
}

TEST(CollectiveShape, WhatMakesSomethingIsABarrier) {
  EXPECT_EQ(equal_blocks(CollectiveOp::CreateHandle, {2, 0, 0}, {}).op, CollectiveOp::Barrier);
}

TEST(CollectiveShape, OnlyTheRootNeedsTheCounts) {
  const std::vector<Totals> gathered{{3, 0}, {5, 8}, {0, 0}};
  const CollectiveShape root = counted_blocks(CollectiveOp::Gatherv, {3, 1, 1}, gathered);
  EXPECT_THAT(root.from, ElementsAre(3, 5, 0));
  EXPECT_EQ(root.to[1], 5u);
  EXPECT_EQ(totals_of(root, {3, 1, 1}), gathered[1]);
  EXPECT_EQ(totals_of(counted_blocks(CollectiveOp::Gatherv, {3, 0, 1}, gathered), {3, 0, 1}),
            gathered[0]);
  const std::vector<Totals> scattered{{0, 3}, {8, 5}, {0, 0}};
  const CollectiveShape from = counted_blocks(CollectiveOp::Scatterv, {3, 1, 1}, scattered);
  EXPECT_THAT(from.to, ElementsAre(3, 5, 0));
  EXPECT_EQ(totals_of(from, {3, 1, 1}), scattered[1]);
}

TEST(CollectiveShape, BlocksOfAllMembers) {
  // The members' own blocks are 1, 4 and 2.
  const std::vector<Totals> plain{{3, 7}, {12, 7}, {6, 7}};
  const std::vector<Totals> in_place{{2, 6}, {8, 3}, {4, 5}};
  for (const auto& totals : {plain, in_place}) {
    std::vector<Totals> mirrored;
    for (const Totals& each : totals) mirrored.push_back({each.received, each.sent});
    for (std::uint32_t rank = 0; rank < 3; ++rank) {
      const Seat seat{3, rank, 0};
      const CollectiveShape gather = counted_blocks(CollectiveOp::Allgatherv, seat, totals);
      EXPECT_THAT(gather.from, ElementsAre(1, 4, 2));
      EXPECT_EQ(totals_of(gather, seat), totals[rank]);
      const CollectiveShape reduce = counted_blocks(CollectiveOp::ReduceScatter, seat, mirrored);
      EXPECT_THAT(reduce.to, ElementsAre(1, 4, 2));
      EXPECT_EQ(totals_of(reduce, seat), mirrored[rank]);
    }
  }
}

TEST(CollectiveShape, EverybodySendsAsManyBytesAsRecorded) {
  const std::vector<Totals> totals{{10, 3}, {1, 9}, {4, 3}};
  for (std::uint32_t rank = 0; rank < 3; ++rank)
    EXPECT_EQ(
        totals_of(counted_blocks(CollectiveOp::Alltoallv, {3, rank, 0}, totals), {3, rank, 0}),
        totals[rank]);
}

}  // namespace
}  // namespace tarry::replay
