// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/tree/tree_test_support.h"

namespace tarry::trace::summary {
namespace {

using trace::eventlog::LogBuilder;
using trace::eventlog::RecordKind;

constexpr auto kEnter = RecordKind::FunctionEnter;
constexpr auto kLeave = RecordKind::FunctionLeave;

TEST_F(FoldTest, VisitsAndTimesOfACallPath) {
  begin();
  fold(LogBuilder()
           .simple(0, kEnter, 1)
           .simple(10, kEnter, 2)
           .simple(13, kLeave, 2)
           .simple(20, kEnter, 2)
           .simple(27, kLeave, 2)
           .simple(30, kLeave, 1));
  const Node outer = at({1}), inner = at({1, 2});
  EXPECT_EQ(outer.visits, 1u);
  EXPECT_EQ(outer.time, 20u);
  EXPECT_EQ(outer.inclusive, 30u);
  EXPECT_EQ(inner.visits, 2u);
  EXPECT_EQ(inner.time, 10u);
  EXPECT_EQ(inner.shortest, 3u);
  EXPECT_EQ(inner.longest, 7u);
}

TEST_F(FoldTest, ALeaveMayStandForSeveralCalls) {
  begin();
  fold(LogBuilder()
           .simple(0, RecordKind::RegionEnter, 1)
           .simple(10, RecordKind::RegionLeave, eventlog::leave_of_polls(1, 5))
           .simple(8, RecordKind::RegionEnter, 2)  // their length is estimated
           .simple(9, RecordKind::RegionLeave, 2)
           .simple(9, RecordKind::RegionEnter, 1)
           .simple(16, RecordKind::RegionLeave, 1));
  const Node& polls = cells_[child(kRootNode, NodeKind::Region, 1)];
  EXPECT_EQ(polls.visits, 6u);
  EXPECT_EQ(count(polls, MessageCount::JoinedVisits), 4u);
  EXPECT_EQ(polls.inclusive, 15u);
  EXPECT_EQ(polls.shortest, 1u);
  EXPECT_EQ(polls.longest, 7u);
  EXPECT_EQ(state_.odd[static_cast<std::size_t>(Odd::Backwards)], 0u);
}

// A call stack does not tell whether a function has ended between two calls.
TEST_F(FoldTest, AFunctionOfCallStacksLeavesItsTimeToTheRegionAround) {
  constexpr std::uint64_t kOuter = eventlog::called_function(0), kInner = kOuter + 1;
  begin();
  fold(LogBuilder()
           .simple(0, kEnter, 1)
           .simple(10, kEnter, kOuter)
           .simple(10, kEnter, kInner)
           .simple(10, RecordKind::RegionEnter, 7)
           .simple(13, RecordKind::RegionLeave, 7)
           .simple(20, RecordKind::RegionEnter, 7)
           .simple(24, RecordKind::RegionLeave, 7)
           .simple(24, kLeave, kInner)
           .simple(24, kLeave, kOuter)
           .simple(30, kLeave, 1));
  EXPECT_EQ(at({1}).time, 23u);
  EXPECT_EQ(at({1, kOuter}).time, 0u);
  EXPECT_EQ(at({1, kOuter, kInner}).time, 0u);
  EXPECT_EQ(at({1, kOuter, kInner}).inclusive, 14u);
}

TEST_F(FoldTest, TheOutermostFunctionOfCallStacksKeepsItsTime) {
  constexpr std::uint64_t kOutermost = eventlog::called_function(0);
  begin();
  fold(LogBuilder().simple(0, kEnter, kOutermost).simple(10, kLeave, kOutermost));
  EXPECT_EQ(at({kOutermost}).time, 10u);
}

TEST_F(FoldTest, ATreeGoesOnInTheNextWindow) {
  begin();
  fold(LogBuilder().simple(0, kEnter, 1).simple(5, kEnter, 2));
  fold(LogBuilder().simple(9, kLeave, 2).simple(12, kLeave, 1));
  EXPECT_EQ(at({1, 2}).inclusive, 4u);
  EXPECT_EQ(at({1}).inclusive, 12u);
}

TEST_F(FoldTest, RecursionMakesLongerPaths) {
  begin();
  fold(LogBuilder()
           .simple(0, kEnter, 1)
           .simple(1, kEnter, 1)
           .simple(2, kEnter, 1)
           .simple(4, kLeave, 1)
           .simple(7, kLeave, 1)
           .simple(9, kLeave, 1));
  EXPECT_EQ(at({1}).time, 3u);
  EXPECT_EQ(at({1, 1}).time, 4u);
  EXPECT_EQ(at({1, 1, 1}).time, 2u);
}

TEST_F(FoldTest, WhatIsTooDeepIsOnePath) {
  begin({2, 1000});
  LogBuilder log;
  for (std::uint64_t depth = 1; depth <= 5; ++depth) log.simple(depth, kEnter, depth);
  for (std::uint64_t depth = 5; depth >= 1; --depth) log.simple(20 - depth, kLeave, depth);
  fold(log);
  const NodeNumber parent = child(child(kRootNode, NodeKind::Function, 1), NodeKind::Function, 2);
  const Node rest = cells_[child(parent, NodeKind::Rest, 0)];
  EXPECT_EQ(rest.visits, 3u);
  EXPECT_EQ(rest.time, 14u);       // from 3 to 17
  EXPECT_EQ(rest.inclusive, 14u);  // counted once, however deep it is
  EXPECT_EQ(at({1, 2}).visits, 1u);
  EXPECT_EQ(at({1, 2}).inclusive, 16u);
}

// Messages of paths without room for their counts are counted, too.
TEST_F(FoldTest, MessagesAreCountedWithoutAnyRoom) {
  begin({100, 1});
  fold(LogBuilder()
           .simple(1, kEnter, 1)
           .simple(2, kEnter, 2)
           .message(3, RecordKind::MpiSend, 1, 0, 0, 80)
           .simple(4, kLeave, 2)
           .simple(5, kLeave, 1));
  const auto& counts = reinterpret_cast<const MessageCounts&>(cells_[kRestMessages]).counts;
  EXPECT_EQ(counts[static_cast<std::size_t>(MessageCount::CommsSend)], 1u);
  EXPECT_EQ(counts[static_cast<std::size_t>(MessageCount::BytesSent)], 80u);
}

TEST_F(FoldTest, WhatIsTooMuchIsOnePath) {
  begin({100, 10});
  LogBuilder log;
  for (std::uint64_t i = 0; i < 100; ++i)
    log.simple(2 * i, kEnter, i + 1).simple(2 * i + 1, kLeave, i + 1);
  fold(log);
  EXPECT_EQ(state_.cells, 10u);
  EXPECT_EQ(at({1}).visits, 1u);
  EXPECT_EQ(cells_[kRestNode].visits, 100u - (10u - kFirstFreeCell) + 1u);  // one node is (outside)
}

TEST_F(FoldTest, RegionsDeeperThanCanBeFollowedAreCounted) {
  begin();
  constexpr std::uint64_t kDepth = kMostFrames + 500;
  LogBuilder log(0, 1u << 20);
  for (std::uint64_t i = 0; i < kDepth; ++i) log.simple(i, kEnter, 7);
  for (std::uint64_t i = 0; i < kDepth; ++i) log.simple(kDepth + i, kLeave, 7);
  fold(log);
  EXPECT_EQ(state_.frame_count, 0u);
  EXPECT_EQ(state_.beyond, 0u);
  EXPECT_EQ(at({7}).inclusive, 2 * kDepth - 1);
  std::uint64_t visits = 0;
  for (NodeNumber n = kRootNode; n < state_.cells; ++n) visits += cells_[n].visits;
  EXPECT_EQ(visits, kDepth);
}

TEST_F(FoldTest, ALeaveFurtherOutClosesWhatIsInside) {
  begin();
  fold(LogBuilder()
           .simple(0, kEnter, 1)
           .simple(1, kEnter, 2)
           .simple(2, kEnter, 3)
           .simple(5, kLeave, 1)
           .simple(6, kLeave, 9));
  EXPECT_EQ(at({1, 2, 3}).inclusive, 3u);
  EXPECT_EQ(at({1}).inclusive, 5u);
  EXPECT_EQ(odd(Odd::RepairedLeaves), 2u);
  EXPECT_EQ(odd(Odd::SkippedLeaves), 1u);
}

TEST_F(FoldTest, APauseIsARegionAndEndsWhatWasLeftInIt) {
  begin();
  fold(LogBuilder()
           .simple(0, kEnter, 1)
           .simple(2, kEnter, 2)
           .simple(5, RecordKind::MeasurementOff)
           .simple(7, kLeave, 2)
           .simple(9, RecordKind::MeasurementOn, 0)
           .simple(12, kLeave, 1));
  EXPECT_EQ(at({1, 2}).inclusive, 7u);
  EXPECT_EQ(at({1, 2}).time, 3u);
  EXPECT_EQ(at({1}).time, 2u + 3u);
  const NodeNumber two = child(child(kRootNode, NodeKind::Function, 1), NodeKind::Function, 2);
  EXPECT_EQ(cells_[child(two, NodeKind::Pause, 0)].time, 4u);
}

TEST_F(FoldTest, AFlushIsOverhead) {
  begin();
  fold(LogBuilder()
           .simple(0, kEnter, 1)
           .simple(3, RecordKind::BufferFlush, 8)
           .simple(10, kLeave, 1));
  const NodeNumber one = child(kRootNode, NodeKind::Function, 1);
  const Node flush = cells_[child(one, NodeKind::Flush, 0)];
  EXPECT_EQ(flush.visits, 1u);
  EXPECT_EQ(flush.time, 5u);
  EXPECT_EQ(cells_[one].time, 5u);
}

TEST_F(FoldTest, MessagesCountWhereTheyAreRecorded) {
  begin();
  fold(LogBuilder()
           .simple(0, kEnter, 1)
           .message(1, RecordKind::MpiSend, 1, 0, 0, 80)
           .message(2, RecordKind::MpiIsend, 1, 0, 0, 0, 5)
           .message(3, RecordKind::MpiRecv, 1, 0, 0, 16)
           .collective(4, RecordKind::CollectiveEnd, 0, 0, 0, 8, 24)
           .simple(5, kLeave, 1));
  const Node node = at({1});
  EXPECT_EQ(count(node, MessageCount::CommsSend), 1u);
  EXPECT_EQ(count(node, MessageCount::SyncsSend), 1u);
  EXPECT_EQ(count(node, MessageCount::BytesSent), 80u);
  EXPECT_EQ(count(node, MessageCount::BytesRcvd), 16u);
  EXPECT_EQ(count(node, MessageCount::CommsCxch), 1u);
  EXPECT_EQ(count(node, MessageCount::BytesCout), 8u);
  EXPECT_EQ(count(node, MessageCount::BytesCin), 24u);
}

TEST_F(FoldTest, ANonBlockingCollectiveCountsWhereItWasStarted) {
  begin();
  fold(LogBuilder()
           .simple(0, kEnter, 1)
           .simple(1, RecordKind::NonBlockingCollectiveRequest, 42)
           .simple(2, kLeave, 1)
           .simple(3, kEnter, 2)
           .collective(4, RecordKind::NonBlockingCollectiveComplete, 0, 0, 0, 8, 0, 42)
           .collective(5, RecordKind::NonBlockingCollectiveComplete, 0, 0, 0, 8, 0, 43)
           .simple(6, kLeave, 2));
  EXPECT_EQ(count(at({1}), MessageCount::BytesCout), 8u);
  EXPECT_EQ(count(at({2}), MessageCount::BytesCout), 8u);
  EXPECT_EQ(odd(Odd::LostRequests), 1u);
}

TEST_F(FoldTest, TheForkingThreadKeepsTheTimeOfATeam) {
  begin();
  constexpr std::uint64_t kFork = 1;
  fold(LogBuilder()
           .simple(0, kEnter, 1)
           .simple(10, RecordKind::ThreadFork, 2)
           .simple(12, RecordKind::TeamBegin, kFork)
           .simple(13, RecordKind::RegionEnter, 5)
           .simple(20, RecordKind::RegionLeave, 5)
           .simple(21, RecordKind::TeamEnd, kFork)
           .simple(25, RecordKind::ThreadJoin, trace::eventlog::fork_and_team(1, 3))
           .simple(30, kLeave, 1));
  const NodeNumber outer = child(kRootNode, NodeKind::Function, 1);
  const NodeNumber region = child(outer, NodeKind::Region, 5);
  EXPECT_EQ(cells_[outer].time, 15u);
  EXPECT_EQ(cells_[outer].serial, 15u);
  EXPECT_EQ(cells_[region].time, 7u);
  EXPECT_EQ(cells_[region].serial, 0u);
  EXPECT_EQ(cells_[region].management, 8u);
  EXPECT_EQ(cells_[child(region, NodeKind::TeamTime, 3)].time, 15u);
}

TEST_F(FoldTest, ATeamGoesOnBehindOneThatWasForkedInIt) {
  begin();
  fold(LogBuilder()
           .simple(0, kEnter, 1)
           .simple(1, RecordKind::ThreadFork, 1)
           .simple(1, RecordKind::TeamBegin, 1)
           .simple(1, RecordKind::RegionEnter, 5)
           .simple(2, RecordKind::ThreadFork, 1)
           .simple(2, RecordKind::TeamBegin, 2)
           .simple(2, RecordKind::RegionEnter, 6)
           .simple(3, RecordKind::RegionLeave, 6)
           .simple(3, RecordKind::TeamEnd, 2)
           .simple(3, RecordKind::ThreadJoin, trace::eventlog::fork_and_team(2, 2))
           .simple(10, RecordKind::RegionLeave, 5)
           .simple(10, RecordKind::TeamEnd, 1)
           .simple(10, RecordKind::ThreadJoin, trace::eventlog::fork_and_team(1, 1))
           .simple(12, kLeave, 1));
  const NodeNumber outer = child(child(kRootNode, NodeKind::Function, 1), NodeKind::Region, 5);
  EXPECT_EQ(cells_[outer].inclusive, 9u);
  EXPECT_EQ(cells_[outer].time, 8u);
  EXPECT_EQ(odd(Odd::SkippedLeaves) + odd(Odd::RepairedLeaves), 0u);
}

TEST_F(FoldTest, AWorkerIsBelowTheForkOfItsTeam) {
  begin();
  const std::uint64_t place = fork_place(0, 17);
  fold(LogBuilder()
           .simple(5, RecordKind::ThreadBegin, trace::eventlog::begin_of_thread(0, true))
           .simple(11, RecordKind::TeamPlace, place)
           .simple(12, RecordKind::TeamBegin, 1)
           .simple(13, RecordKind::RegionEnter, 5)
           .simple(20, RecordKind::RegionLeave, 5)
           .simple(22, RecordKind::TeamEnd, 1));
  const NodeNumber team = child(kRootNode, NodeKind::Team, place);
  EXPECT_EQ(cells_[child(team, NodeKind::Region, 5)].time, 7u);
  EXPECT_EQ(child(kRootNode, NodeKind::Outside, 0), 0u);
  EXPECT_EQ(state_.first, 12u);
}

// Folds tasks in a team of one thread, which function 1 forks.
class TaskFoldTest : public FoldTest {
 protected:
  TaskFoldTest() {
    begin();
    log.simple(0, kEnter, 1)
        .simple(0, RecordKind::ThreadFork, 1)
        .simple(0, RecordKind::TeamBegin, 1)
        .simple(0, kEnter, 2);
  }
  Node in_team(std::uint64_t function) { return at({1, function}); }
  Node in_task(std::uint64_t function) {
    const NodeNumber tasks = child(child(kRootNode, NodeKind::Program, 0), NodeKind::Tasks, 0);
    return cells_[function == 0 ? tasks : child(tasks, NodeKind::Function, function)];
  }
  LogBuilder log{0, 1u << 20};
};

TEST_F(TaskFoldTest, TasksHaveARootOfTheirOwnAndComeBack) {
  fold(log.simple(2, RecordKind::TaskSwitch, 77)
           .simple(3, kEnter, 5)
           .simple(6, kLeave, 5)
           .simple(7, RecordKind::TaskComplete, 77)
           .simple(9, kLeave, 2));
  EXPECT_EQ(in_task(5).time, 3u);
  EXPECT_EQ(in_task(0).time, 2u);
  EXPECT_EQ(in_team(2).time, 4u);
}

// A task that waits for one it has created continues when the runtime reports it, not before.
TEST_F(TaskFoldTest, BetweenTwoTasksTheImplicitOneRuns) {
  fold(log.simple(2, RecordKind::TaskSwitch, 77)
           .simple(2, kEnter, 5)
           .simple(10, RecordKind::TaskSwitch, 78)
           .simple(10, kEnter, 6)
           .simple(15, kLeave, 6)
           .simple(15, RecordKind::TaskComplete, 78)
           .simple(18, RecordKind::TaskSwitch, 77)
           .simple(30, kLeave, 5)
           .simple(30, RecordKind::TaskComplete, 77)
           .simple(40, kLeave, 2));
  EXPECT_EQ(in_task(5).time, 8u + 12u);
  EXPECT_EQ(in_task(6).time, 5u);
  EXPECT_EQ(in_team(2).time, 2u + 3u + 10u);
  EXPECT_EQ(odd(Odd::SkippedLeaves) + odd(Odd::RepairedLeaves), 0u);
}

TEST_F(TaskFoldTest, TasksGoOnInAnyOrder) {
  for (std::uint64_t task = 1; task <= 3; ++task)
    log.simple(10 * task, RecordKind::TaskSwitch, 100 + task).simple(10 * task, kEnter, 4 + task);
  for (std::uint64_t task = 1; task <= 3; ++task)
    log.simple(30 + 10 * task, RecordKind::TaskSwitch, 100 + task)
        .simple(35 + 10 * task, kLeave, 4 + task)
        .simple(35 + 10 * task, RecordKind::TaskComplete, 100 + task);
  fold(log.simple(80, kLeave, 2));
  EXPECT_EQ(in_task(5).inclusive, 35u);
  EXPECT_EQ(in_task(6).time, 10u + 5u);
  EXPECT_EQ(in_task(7).time, 10u + 5u);
  EXPECT_EQ(in_team(2).inclusive, 80u);
  EXPECT_EQ(state_.suspended_count, 0u);
  EXPECT_EQ(odd(Odd::SkippedLeaves) + odd(Odd::RepairedLeaves), 0u);
}

// Untied tasks may continue in another thread.
TEST_F(TaskFoldTest, OfTooManyTasksTheOldestAreForgotten) {
  constexpr std::uint64_t kTasks = 3 * kMostSuspended;
  for (std::uint64_t task = 1; task <= kTasks; ++task)
    log.simple(task, RecordKind::TaskSwitch, 100 + task).simple(task, kEnter, 5);
  fold(log.simple(1000, RecordKind::TaskSwitch, 0).simple(1010, kLeave, 2));
  EXPECT_EQ(in_task(5).visits, kTasks);
  EXPECT_EQ(in_team(2).inclusive, 1010u);
  EXPECT_EQ(in_team(2).time, 1u + 10u);
  EXPECT_EQ(odd(Odd::LostThreads), kTasks + 1 - kMostSuspended);  // with the implicit one
  EXPECT_EQ(odd(Odd::SkippedLeaves), 0u);
}

TEST_F(FoldTest, WhatIsOpenAtTheEndIsClosed) {
  begin();
  fold(LogBuilder().simple(0, RecordKind::ProgramBegin).simple(2, kEnter, 1).simple(8, kEnter, 2));
  end();
  EXPECT_EQ(state_.frame_count, 0u);
  const NodeNumber program = child(kRootNode, NodeKind::Program, 0);
  EXPECT_EQ(cells_[child(program, NodeKind::Function, 1)].inclusive, 6u);
}

}  // namespace
}  // namespace tarry::trace::summary
