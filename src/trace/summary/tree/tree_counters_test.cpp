// SPDX-License-Identifier: BSD-3-Clause
// Counters in call trees: the same cases as those of the analysis, tests/cases/counters_*.case.
#include "trace/summary/tree/tree_test_support.h"

namespace tarry::trace::summary {
namespace {

using trace::eventlog::LogBuilder;
using trace::eventlog::RecordKind;

constexpr RecordKind kFunctionEnter = RecordKind::FunctionEnter;
constexpr RecordKind kFunctionLeave = RecordKind::FunctionLeave;
constexpr std::uint32_t kSet = 3;  // contains the counters 0 and 1
constexpr std::uint32_t kOneLeft = 2;
constexpr std::uint32_t kAmounts = 40;  // contains the counter 17, in another cell than the others
constexpr std::uint32_t kAmount = 17;
constexpr std::uint32_t kLevels = 41;

class TreeCountersTest : public FoldTest {
 protected:
  TreeCountersTest() {
    for (const std::uint32_t counter : {0, 1}) counters_.add_counter(counter, Counting::Total);
    counters_.add_counter(kAmount, Counting::Amount);
    counters_.add_counter(kAmount + 1, Counting::Nothing);
    counters_.add_set(kSet, std::vector<std::uint32_t>{0, 1});
    counters_.add_set(kOneLeft, std::vector<std::uint32_t>{1});
    counters_.add_set(kAmounts, std::vector<std::uint32_t>{kAmount});
    counters_.add_set(kLevels, std::vector<std::uint32_t>{kAmount + 1});
  }

  Node child_of(const std::vector<std::uint64_t>& path, NodeKind kind) {
    NodeNumber node = kRootNode;
    for (const std::uint64_t key : path) node = child(node, NodeKind::Function, key);
    return cells_[child(node, kind, 0)];
  }
};

TEST_F(TreeCountersTest, WhatWasCountedInBetweenBelongsToTheCallPathOfThatTime) {
  begin();
  fold(LogBuilder()
           .counters(10, kSet, {100, 7})
           .simple(10, kFunctionEnter, 1)
           .counters(20, kSet, {150, 7})
           .simple(20, kFunctionEnter, 2)
           .counters(30, kSet, {650, 8})
           .simple(30, kFunctionLeave, 2)
           .counters(40, kSet, {700, 8})
           .simple(40, kFunctionLeave, 1));
  EXPECT_EQ(counted(at({1}), 0), 100u);
  EXPECT_EQ(counted(at({1, 2}), 0), 500u);
  EXPECT_EQ(counted(at({1}), 1), 0u);
  EXPECT_EQ(counted(at({1, 2}), 1), 1u);
}

TEST_F(TreeCountersTest, ReadingsMayStandBehindTheirEvent) {
  begin();
  fold(LogBuilder()
           .simple(10, kFunctionEnter, 1)
           .counters(10, kSet, {100, 0})
           .simple(20, kFunctionEnter, 2)
           .counters(20, kSet, {150, 0})
           .simple(30, kFunctionLeave, 2)
           .counters(30, kSet, {650, 0}));
  EXPECT_EQ(counted(at({1}), 0), 50u);
  EXPECT_EQ(counted(at({1, 2}), 0), 500u);
}

TEST_F(TreeCountersTest, WhatIsCountedOutsideOfRegionsIsThere) {
  begin();
  fold(LogBuilder()
           .counters(10, kSet, {1, 0})
           .counters(20, kSet, {5, 0})
           .simple(20, kFunctionEnter, 1)
           .counters(30, kSet, {9, 0})
           .simple(30, kFunctionLeave, 1));
  EXPECT_EQ(counted(child_of({}, NodeKind::Outside), 0), 4u);
  EXPECT_EQ(counted(at({1}), 0), 4u);
}

TEST_F(TreeCountersTest, NothingIsCountedAcrossAPause) {
  begin();
  fold(LogBuilder()
           .counters(10, kSet, {100, 0})
           .simple(10, kFunctionEnter, 1)
           .counters(20, kSet, {110, 0})
           .simple(20, RecordKind::MeasurementOff)
           .simple(30, RecordKind::MeasurementOn)
           .counters(30, kSet, {500, 0})
           .counters(40, kSet, {503, 0})
           .simple(40, kFunctionLeave, 1));
  EXPECT_EQ(counted(at({1}), 0), 13u);
  EXPECT_EQ(counted(child_of({1}, NodeKind::Pause), 0), 0u);
}

TEST_F(TreeCountersTest, NothingIsCountedBetweenTwoThreadsOfALog) {
  using trace::eventlog::begin_of_thread;
  begin();
  fold(LogBuilder()
           .simple(1, RecordKind::ThreadBegin, begin_of_thread(1, false))
           .counters(1, kSet, {10, 0})
           .counters(5, kSet, {12, 0})
           .simple(5, kFunctionEnter, 1)
           .counters(7, kSet, {15, 0})
           .simple(7, kFunctionLeave, 1)
           .simple(8, RecordKind::ThreadEnd)
           .simple(9, RecordKind::ThreadBegin, begin_of_thread(2, false))
           .counters(9, kSet, {1000, 0})
           .counters(12, kSet, {1001, 0}));
  const NodeNumber program = child(kRootNode, NodeKind::Program, 0);
  const NodeNumber threads = child(program, NodeKind::Threads, 0);
  EXPECT_EQ(counted(cells_[threads], 0), 2u + 1u);
  EXPECT_EQ(counted(cells_[child(threads, NodeKind::Function, 1)], 0), 3u);
  EXPECT_EQ(odd(Odd::FallenCounters), 0u);
}

TEST_F(TreeCountersTest, AnIdleWorkerCountsForNobody) {
  const std::uint64_t place = fork_place(0, 17);
  begin();
  fold(LogBuilder()
           .simple(1, RecordKind::TeamPlace, place)
           .simple(2, RecordKind::TeamBegin, 1)
           .counters(3, kSet, {10, 0})
           .simple(3, RecordKind::RegionEnter, 5)
           .counters(6, kSet, {14, 0})
           .simple(6, RecordKind::RegionLeave, 5)
           .counters(8, kSet, {90, 0})
           .simple(8, RecordKind::RegionEnter, 5)
           .counters(9, kSet, {92, 0})
           .simple(9, RecordKind::RegionLeave, 5)
           .simple(10, RecordKind::TeamEnd, 1)
           .simple(20, RecordKind::TeamPlace, place)
           .simple(20, RecordKind::TeamBegin, 2)
           .counters(21, kSet, {500, 0})
           .simple(21, RecordKind::RegionEnter, 5)
           .counters(22, kSet, {501, 0})
           .simple(22, RecordKind::RegionLeave, 5));
  const NodeNumber team = child(kRootNode, NodeKind::Team, place);
  EXPECT_EQ(counted(cells_[child(team, NodeKind::Region, 5)], 0), 4u + 2u + 1u);
  EXPECT_EQ(counted(cells_[team], 0), 0u);
}

TEST_F(TreeCountersTest, AFlushIsNotInBetween) {
  begin();
  fold(LogBuilder()
           .counters(10, kSet, {100, 0})
           .simple(10, kFunctionEnter, 1)
           .simple(20, RecordKind::BufferFlush, 30)
           .counters(30, kSet, {105, 0})
           .simple(30, kFunctionLeave, 1));
  EXPECT_EQ(counted(at({1}), 0), 5u);
  EXPECT_EQ(odd(Odd::SharedCounters), 0u);
}

TEST_F(TreeCountersTest, AmountsBelongToTheirPlaceAndTheFirstCounts) {
  begin();
  LogBuilder log;
  log.simple(10, kFunctionEnter, 1);
  for (const std::uint64_t amount : {5u, 6u})
    log.counters(11, kAmounts, {0}).counters(11, kAmounts, {amount});
  log.simple(12, kFunctionEnter, 2).counters(12, kAmounts, {0}).counters(12, kAmounts, {9});
  log.counters(13, kLevels, {3}).counters(14, kLevels, {8});
  fold(log);
  EXPECT_EQ(counted(at({1}), kAmount), 11u);
  EXPECT_EQ(counted(at({1, 2}), kAmount), 9u);
  EXPECT_EQ(counted(at({1, 2}), kAmount + 1), 0u);
}

// When a source was given up, another set has the same counters.
TEST_F(TreeCountersTest, CountersGoOnInAnotherSet) {
  begin();
  fold(LogBuilder()
           .counters(10, kSet, {1, 20})
           .simple(10, kFunctionEnter, 1)
           .counters(20, kOneLeft, {25})
           .simple(20, kFunctionLeave, 1));
  EXPECT_EQ(counted(at({1}), 1), 5u);
}

TEST_F(TreeCountersTest, OddReadingsAreCounted) {
  begin();
  fold(LogBuilder()
           .simple(10, kFunctionEnter, 1)
           .counters(10, 7, {1})
           .counters(10, 100'000, {1})
           .counters(10, kSet, {1})
           .counters(10, kSet, {9, 0})
           .counters(11, kSet, {4, 0})
           .counters(12, kSet, {6, 0})
           .simple(13, kFunctionEnter, 2)
           .simple(14, kFunctionLeave, 2)
           .counters(15, kSet, {7, 0}));
  EXPECT_EQ(odd(Odd::UndefinedCounters), 3u);
  EXPECT_EQ(odd(Odd::FallenCounters), 1u);
  EXPECT_EQ(odd(Odd::SharedCounters), 1u);
  EXPECT_EQ(counted(at({1}), 0), 2u + 1u);
}

TEST_F(TreeCountersTest, WhatNoSumHoldsIsLeftOut) {
  begin();
  LogBuilder log;
  log.simple(10, kFunctionEnter, 1).counters(10, kAmounts, {0});
  for (const std::uint64_t amount : {std::uint64_t{5}, ~std::uint64_t{0}, std::uint64_t{6}})
    log.counters(11, kAmounts, {amount});
  fold(log);
  EXPECT_EQ(counted(at({1}), kAmount), 11u);
  EXPECT_EQ(odd(Odd::ImpossibleCounters), 1u);
}

// Nothing is lost as long as there was room for the first value of each block.
TEST_F(TreeCountersTest, WhatHasNoRoomIsTogether) {
  begin({100, 20});
  LogBuilder log(0, 1u << 20);
  for (std::uint64_t i = 0; i < 50; ++i)
    log.counters(2 * i, kSet, {3 * i, i})
        .simple(2 * i, kFunctionEnter, i + 1)
        .counters(2 * i + 1, kSet, {3 * i + 2, i})
        .simple(2 * i + 1, kFunctionLeave, i + 1);
  fold(log);
  EXPECT_EQ(state_.cells, 20u);
  std::uint64_t sum = 0;
  for (NodeNumber n = cells_[kRootNode].first_child; n != 0; n = cells_[n].next)
    sum += counted(cells_[n], 0);
  EXPECT_EQ(sum, 49u * 3 + 2);
  EXPECT_GT(counted(cells_[kRestNode], 0), 50u);
  EXPECT_EQ(odd(Odd::LostCounters), 0u);
}

}  // namespace
}  // namespace tarry::trace::summary
