// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/time_line.h"

#include <gtest/gtest.h>

namespace tarry::replay {
namespace {

// A clock whose sleeps take `late` too long and whose readings take `look`.
class TestClock final : public Clock {
 public:
  std::int64_t time = 1'000'000;
  std::int64_t late = 0;
  std::int64_t look = 0;
  int sleeps = 0;

  std::int64_t now() override { return time += look; }
  void sleep_until(std::int64_t until) override {
    ++sleeps;
    time = until + late;
  }
};

TEST(TimeLine, LateWakeUpsDoNotAddUp) {
  TestClock clock;
  clock.late = 50'000;
  TimeLine line(clock, Compute::Sleep);
  for (int call = 0; call < 100; ++call) {
    line.compute(1'000'000);
    line.call_ended();
  }
  EXPECT_EQ(clock.time, 1'000'000 + 100'000'000 + 50'000);
  EXPECT_EQ(clock.sleeps, 100);
}

TEST(TimeLine, CallsTakeWhatTheyTake) {
  TestClock clock;
  TimeLine line(clock, Compute::Sleep);
  line.compute(1'000'000);
  clock.time += 7'000'000;  // duration of the call
  line.call_ended();
  line.compute(1'000'000);
  EXPECT_EQ(clock.time, 1'000'000 + 9'000'000);
}

TEST(TimeLine, WhatTheReplayNeedsItselfIsComputation) {
  TestClock clock;
  TimeLine line(clock, Compute::Sleep);
  clock.time += 300'000;
  line.compute(1'000'000);
  EXPECT_EQ(clock.time, 2'000'000);
  line.call_ended();
  clock.time += 300'000;
  line.compute(100'000);  // 200,000 too late, which shortens the next one
  EXPECT_EQ(line.behind(), 200'000);
  line.call_ended();
  line.compute(1'000'000);
  EXPECT_EQ(clock.time, 2'000'000 + 1'100'000);
}

TEST(TimeLine, ShortTimesAreWaitedFor) {
  TestClock clock;
  clock.look = 10;
  TimeLine line(clock, Compute::Sleep);
  const std::int64_t begin = clock.time;
  line.compute(10'000);
  EXPECT_EQ(clock.sleeps, 0);
  EXPECT_EQ(clock.time, begin + 10'000);
}

TEST(TimeLine, BusyOrNotAtAll) {
  TestClock clock;
  clock.look = 100;
  TimeLine busy(clock, Compute::Spin);
  const std::int64_t begin = clock.time;
  busy.compute(1'000'000);
  EXPECT_EQ(clock.sleeps, 0);
  EXPECT_EQ(clock.time, begin + 1'000'000);

  TimeLine none(clock, Compute::None);
  const std::int64_t before = clock.time;
  none.compute(1'000'000);
  EXPECT_EQ(clock.time, before);
}

TEST(TimeLine, TheSystemsClockSleepsLongEnough) {
  SystemClock clock;
  const std::int64_t until = clock.now() + 2'000'000;
  clock.sleep_until(until);
  EXPECT_GE(clock.now(), until);
}

}  // namespace
}  // namespace tarry::replay
