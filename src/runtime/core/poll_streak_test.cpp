// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <utility>

#include "runtime/core/polls_fixture.h"

namespace tarry::runtime::core {
namespace {

TEST_F(Polls, CallsThatAreMeasuredAddTheirLength) {
  EXPECT_TRUE(add_measured(thread, thread.polls, {1100}, {1120}));
  EXPECT_TRUE(add_measured(thread, thread.polls, {1200}, {1230}));
  EXPECT_EQ(calls(), 3u);
  EXPECT_EQ(ticks(), 10u + 20 + 30);
  EXPECT_EQ(trace::eventlog::region_of_leave(log[1].payload), kRegion);
  EXPECT_EQ(thread.cursor, reinterpret_cast<std::uint64_t>(log + 2));
}

TEST_F(Polls, OtherCallsAddTheAverage) {
  add_measured(thread, thread.polls, {1040}, {1060});
  EXPECT_EQ(thread.polls.until_measured, kMostUnmeasured);
  EXPECT_TRUE(add_unmeasured(thread, thread.polls));
  EXPECT_TRUE(add_unmeasured(thread, thread.polls));
  EXPECT_EQ(calls(), 4u);
  EXPECT_EQ(ticks(), 10u + 20 + 15 + 15);
  EXPECT_EQ(thread.polls.until_measured, kMostUnmeasured - 2);
}

TEST_F(Polls, RareCallsAreAllMeasured) {
  add_measured(thread, thread.polls, {1010 + kBetweenReadings}, {1020 + kBetweenReadings});
  EXPECT_EQ(thread.polls.until_measured, 0u);
  add_measured(thread, thread.polls, {2000 + kBetweenReadings},
               {2000 + kBetweenReadings + kBetweenReadings / 4});
  EXPECT_EQ(thread.polls.until_measured, 2u);
}

TEST_F(Polls, TheTimeInCallsEndsBeforeThePresent) {
  add_measured(thread, thread.polls, {1010}, {1100});
  for (int i = 0; i < 4; ++i) add_unmeasured(thread, thread.polls);  // 4 times 50, in no time
  EXPECT_EQ(ticks(), 300u);
  EXPECT_TRUE(add_measured(thread, thread.polls, {1105}, {1110}));
  EXPECT_EQ(ticks(), 110u);
  EXPECT_EQ(calls(), 7u);
}

TEST_F(Polls, EveryOtherRecordEndsTheStreak) {
  put(1050, RecordKind::FunctionEnter);
  EXPECT_FALSE(may_go_on(thread));
  EXPECT_FALSE(add_measured(thread, thread.polls, {1100}, {1120}));
  EXPECT_FALSE(add_unmeasured(thread, thread.polls));
  EXPECT_EQ(calls(), 1u);
  EXPECT_EQ(ticks(), 10u);
}

TEST_F(Polls, PausesAndNewWindowsEndTheStreak) {
  EXPECT_TRUE(may_go_on(thread));
  thread.limit = 0;  // a pause, or the end of the recording
  EXPECT_FALSE(may_go_on(thread));
  thread.limit = thread.cursor;  // a window that is full
  EXPECT_FALSE(may_go_on(thread));
  thread.limit = reinterpret_cast<std::uint64_t>(log + 8);
  EXPECT_TRUE(may_go_on(thread));
  thread.polls.end = 0;
  EXPECT_FALSE(may_go_on(thread));
}

TEST_F(Polls, AStreakIsShort) {
  EXPECT_TRUE(add_measured(thread, thread.polls, {1100}, {1000 + kLongestStreak}));
  EXPECT_FALSE(
      add_measured(thread, thread.polls, {1001 + kLongestStreak}, {1002 + kLongestStreak}));
  EXPECT_EQ(calls(), 2u);
}

TEST_F(Polls, TheBeginOfTheCallBehindFollowsFromThePace) {
  add_measured(thread, thread.polls, {1100}, {1110});  // one each 100 ticks
  add_unmeasured(thread, thread.polls);
  EXPECT_EQ(estimated_begin(thread, {1310}).ticks, 1300u);
  EXPECT_EQ(estimated_begin(thread, {1500}).ticks, 1300u);  // it took longer
  EXPECT_EQ(estimated_begin(thread, {1250}).ticks, 1240u);  // the others were faster
  EXPECT_EQ(estimated_begin(thread, {1111}).ticks, 1110u);  // not before what is known
  const std::uint64_t late = 1110 + 2 * kLongestStreak;     // the program has computed
  EXPECT_EQ(estimated_begin(thread, {late}).ticks, late - 10);
}

TEST_F(Polls, ALongCallBehindCallsWithoutPausesIsALongCall) {
  for (std::uint64_t i = 0; i < 9; ++i)
    add_measured(thread, thread.polls, {1011 + 100 * i}, {1110 + 100 * i});
  EXPECT_EQ(thread.polls.average, 90u);
  add_unmeasured(thread, thread.polls);
  const std::uint64_t late = 1910 + 2 * kLongestStreak;
  EXPECT_EQ(estimated_begin(thread, {late}).ticks, 1910u + 2 * 100 - 90);
  EXPECT_EQ(begin_with_gap(thread, {late}).ticks, 1910u + 2 * 100 - 90);
  EXPECT_EQ(begin_with_gap(thread, {2050}).ticks, 2050u);
}

TEST_F(Polls, ALongMeasuredCallIsNotTheAverage) {
  add_measured(thread, thread.polls, {1040}, {1060});
  add_measured(thread, thread.polls, {1100}, {1101 + kBetweenReadings});
  EXPECT_EQ(thread.polls.average, 15u);
  EXPECT_EQ(ticks(), 10u + 20 + 1 + kBetweenReadings);
}

TEST_F(Polls, TheNextStreakOfAPlaceKeepsItsPace) {
  add_measured(thread, thread.polls, {1030}, {1060});
  put(2000, RecordKind::RegionEnter);
  put(2020, RecordKind::RegionLeave);
  begin_streak(thread, {2000}, {2020}, true);
  EXPECT_EQ(thread.polls.average, 20u);
  EXPECT_EQ(thread.polls.until_measured, kMostUnmeasured);
  begin_streak(thread, {2000}, {2020}, false);
  EXPECT_EQ(thread.polls.until_measured, 0u);
}

TEST_F(Polls, AllCallsAreMeasuredWhileTooMuchIsUnexplained) {
  std::uint64_t now = 1060;
  const auto measure = [&](std::uint64_t gap) {
    now += gap + 10;
    thread.polls.begin = thread.polls.last;  // the streak may be long
    return add_measured(thread, thread.polls, {now - 10}, {now});
  };
  add_measured(thread, thread.polls, {1050}, {1060});
  add_unmeasured(thread, thread.polls);
  ASSERT_TRUE(measure(kUnexplainedAtFirst / 2));
  measure(40);
  EXPECT_NE(thread.polls.until_measured, 0u);
  for (int i = 0; i < 3; ++i) {
    add_unmeasured(thread, thread.polls);
    ASSERT_TRUE(measure(kUnexplainedAtFirst / 2));
    measure(40);
  }
  EXPECT_EQ(thread.polls.until_measured, 0u);
  // What is measured is explained.
  for (int i = 0; i < 2000; ++i) measure(kUnexplainedAtFirst / 2);
  measure(40);
  EXPECT_NE(thread.polls.until_measured, 0u);
}

// Two calls in turn: the second one has just been recorded from 1100 to 1120.
class InTurn : public Polls {
 protected:
  InTurn() {
    std::swap(thread.polls, thread.other_polls);
    put(1100, RecordKind::RegionEnter);
    put(1120, RecordKind::RegionLeave);
    begin_streak(thread, {1100}, {1120}, false);
    begin_turns(thread, reinterpret_cast<std::uint64_t>(log + 2));
  }
  [[nodiscard]] std::uint64_t time(int at) const {
    return trace::eventlog::unpack_ticks(log[at].time_and_kind);
  }
  [[nodiscard]] std::uint64_t calls_of(int at) const {
    return trace::eventlog::calls_of_leave(log[at].payload);
  }
};

TEST_F(InTurn, MeasuredCallsMoveTheSecondStreak) {
  EXPECT_TRUE(add_measured(thread, thread.other_polls, {1200}, {1230}));
  EXPECT_EQ(time(1), 1040u);
  EXPECT_EQ(time(2), 1130u);
  EXPECT_EQ(time(3), 1150u);
  EXPECT_TRUE(add_measured(thread, thread.polls, {1240}, {1250}));
  EXPECT_EQ(time(1), 1040u);
  EXPECT_EQ(time(2), 1130u);
  EXPECT_EQ(time(3), 1160u);
  EXPECT_EQ(calls_of(1), 2u);
  EXPECT_EQ(calls_of(3), 2u);
}

TEST_F(InTurn, OtherCallsCountAtOnceAndTakeTheirTimeLater) {
  add_measured(thread, thread.polls, {1130}, {1150});        // average 20
  add_measured(thread, thread.other_polls, {1150}, {1160});  // average 10
  ASSERT_NE(thread.polls.until_measured, 0u);
  ASSERT_NE(thread.other_polls.until_measured, 0u);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(add_unmeasured(thread, thread.polls));
    EXPECT_TRUE(add_unmeasured(thread, thread.other_polls));
  }
  EXPECT_EQ(calls_of(1), 5u);
  EXPECT_EQ(calls_of(3), 5u);
  EXPECT_EQ(time(3), 1150u);
  settle(thread, {2000});
  EXPECT_EQ(time(1), 1000u + 5 * 10);
  EXPECT_EQ(time(2), 1100u + 4 * 10);
  EXPECT_EQ(time(3), 1140u + 5 * 20);
  settle(thread, {2000});
  EXPECT_EQ(time(3), 1240u);
}

TEST_F(InTurn, NoTimeIsInTheFuture) {
  add_measured(thread, thread.polls, {1130}, {1150});
  add_measured(thread, thread.other_polls, {1150}, {1160});
  for (int i = 0; i < 3; ++i) add_unmeasured(thread, thread.polls);
  end_streak(thread, {1165});
  EXPECT_EQ(time(3), 1165u);
  EXPECT_EQ(calls_of(3), 5u);
  EXPECT_FALSE(are_in_turn(thread));
}

TEST_F(InTurn, AnEstimatedLeaveIsNotBehindTheSecondEnter) {
  log[1].time_and_kind = pack_time(1105, RecordKind::RegionLeave);
  begin_turns(thread, reinterpret_cast<std::uint64_t>(log + 2));
  EXPECT_EQ(time(1), 1100u);
}

class Repeated : public Polls {
 protected:
  Repeated() {
    add_measured(thread, thread.polls, {1040}, {1060});
    thread.polls.call = kCall;
    thread.polls.caller = &caller;
    thread.polls.repeated = &frame;
    thread.polls.words = words;
    thread.polls.words_end = words + 2;
    thread.polls.unloadings = unloadings;
  }
  [[nodiscard]] bool may() {
    return repeated_streak(thread, kCall, &caller, &frame, &rbp) == &thread.polls;
  }

  static constexpr std::uint32_t kCall = 3;
  std::uint64_t stack[2] = {5, 6};
  const StackWord words[2] = {{reinterpret_cast<std::uint64_t>(stack), 5},
                              {reinterpret_cast<std::uint64_t>(stack + 1), 6}};
  std::uint64_t rbp = 8;
  char caller = 0, frame = 0;
};

TEST_F(Repeated, OnlyTheSameCallIs) {
  EXPECT_TRUE(may());
  EXPECT_EQ(repeated_streak(thread, kCall + 1, &caller, &frame, &rbp), nullptr);
  EXPECT_EQ(repeated_streak(thread, kCall, &frame, &frame, &rbp), nullptr);
  EXPECT_EQ(repeated_streak(thread, kCall, &caller, &caller, &rbp), nullptr);
  thread.mpi_call = 1;
  EXPECT_FALSE(may());
}

TEST_F(Repeated, OnlyTheSameStackIs) {
  stack[1] = 7;
  EXPECT_FALSE(may());
  stack[1] = 6;
  thread.polls.needs_rbp = true;
  thread.polls.rbp = 8;
  EXPECT_TRUE(may());
  rbp = 9;
  EXPECT_FALSE(may());
  rbp = 8;
  ++thread.polls.unloadings;
  EXPECT_FALSE(may());
}

TEST_F(Repeated, NothingIsRecordedBetween) {
  put(1070, RecordKind::FunctionEnter);
  EXPECT_FALSE(may());
}

TEST_F(Repeated, NoPauseIsBetween) {
  thread.limit = 0;
  EXPECT_FALSE(may());
}

TEST_F(Repeated, UntilACallIsMeasured) {
  for (std::uint64_t i = 0; i < kMostUnmeasured; ++i) {
    ASSERT_TRUE(may());
    add_unmeasured(thread, thread.polls);
  }
  EXPECT_FALSE(may());
  EXPECT_EQ(calls(), 2 + kMostUnmeasured);
}

TEST_F(Polls, WithoutEstimatesAllCallsAreMeasured) {
  process.settings.polls = trace::eventlog::PollChoice::Joined;
  add_measured(thread, thread.polls, {1100}, {1120});
  EXPECT_EQ(thread.polls.until_measured, 0u);
  EXPECT_EQ(thread.polls.last, 1120u);
}

TEST_F(Polls, AnEstimatedLeaveIsNotLaterThanTheEndOfTheStreak) {
  add_measured(thread, thread.polls, {1010}, {1100});
  for (int i = 0; i < 4; ++i) add_unmeasured(thread, thread.polls);
  end_streak(thread, {1150});
  EXPECT_EQ(ticks(), 150u);
  EXPECT_EQ(calls(), 6u);
  EXPECT_FALSE(add_unmeasured(thread, thread.polls));
}

}  // namespace
}  // namespace tarry::runtime::core
