// SPDX-License-Identifier: BSD-3-Clause
// The clock of one process that is set forward at some events, and what comes before.
#include "analysis/clocks/smoothed_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace tarry::analysis {
namespace {

using clocks::TimeMap;
using Point = ForwardClock::Point;

TEST(ForwardClock, GoesBackToTheRecordedTimeSlowly) {
  ForwardClock clock;
  const Point point{{1000}, 2};
  EXPECT_TRUE(clock.raise({&point, 1}));
  EXPECT_EQ(clock.map().shift_at({999}), 0);
  EXPECT_EQ(clock.map().shift_at({1000}), 2);
  EXPECT_EQ(clock.map().shift_at({1001}), 1);
  EXPECT_EQ(clock.map().shift_at({2000}), 1);
  EXPECT_EQ(clock.map().shift_at({2001}), 0);
  EXPECT_EQ(clock.map().shift_at({9000}), 0);
}

TEST(ForwardClock, KeepsThePointsThatOthersDoNotImply) {
  ForwardClock clock;
  const std::vector<Point> points = {{{5000}, 3}, {{1000}, 9}, {{5000}, 4}, {{6000}, 9}};
  EXPECT_TRUE(clock.raise(points));
  EXPECT_EQ(clock.points(), (std::vector<Point>{{{1000}, 9}, {{6000}, 9}}));
  EXPECT_FALSE(clock.raise(points));
  const Point earlier{{500}, 20};
  EXPECT_TRUE(clock.raise({&earlier, 1}));
  EXPECT_EQ(clock.points(), (std::vector<Point>{{{500}, 20}}));
}

TEST(SmoothedClock, TheTimeBeforeGoesFaster) {
  ForwardClock clock;
  const Point point{{10'000}, 3};
  clock.raise({&point, 1});
  const TimeMap map = smoothed(clock, {});
  EXPECT_EQ(map.shift_at({6'999}), 0);
  EXPECT_EQ(map.shift_at({8'000}), 1);
  EXPECT_EQ(map.shift_at({9'000}), 2);
  EXPECT_EQ(map.shift_at({10'000}), 3);
  EXPECT_EQ(map.shift_at({10'001}), 2);
  EXPECT_EQ(map.shift_at({13'000}), 0);
}

TEST(SmoothedClock, ASendIsNotMovedBehindItsReceive) {
  ForwardClock clock;
  const Point point{{10'000}, 3};
  clock.raise({&point, 1});
  const Point limit{{9'000}, 1};
  const TimeMap map = smoothed(clock, {&limit, 1});
  EXPECT_EQ(map.shift_at({8'999}), 0);
  EXPECT_EQ(map.shift_at({9'000}), 1);
  EXPECT_EQ(map.shift_at({9'500}), 2);
  EXPECT_EQ(map.shift_at({10'000}), 3);
}

struct Random {
  std::mt19937 generator;

  std::int64_t below(std::int64_t end) {
    return std::uniform_int_distribution<std::int64_t>(0, end - 1)(generator);
  }
};

// Every property that the correction of a trace relies on, at every tick.
void check(const ForwardClock& clock, const std::vector<Point>& points,
           const std::vector<Point>& limits, std::int64_t end) {
  const TimeMap forward = clock.map();
  const TimeMap map = smoothed(clock, limits);
  for (const Point& point : points) EXPECT_GE(forward.shift_at(point.time), point.shift);
  for (const Point& limit : limits) EXPECT_LE(map.shift_at(limit.time), limit.shift);
  for (std::int64_t time = -1000; time < end; ++time) {
    const std::int64_t shift = map.shift_at({time});
    ASSERT_GE(shift, forward.shift_at({time})) << time;
    ASSERT_GE(map.shift_at({time + 1}) - shift, -1) << time;
    if (limits.empty()) {
      ASSERT_LE(map.shift_at({time + 1}) - shift, 1) << time;
      ASSERT_LE(map.shift_at({time + ForwardClock::kForgetsIn}) - shift, 2) << time;
    }
  }
  EXPECT_EQ(map.shift_at({end + 100'000}), 0);
}

TEST(SmoothedClock, HoldsForAnyPointsAndLimits) {
  constexpr std::int64_t kEnd = 20'000;
  Random random{std::mt19937(7)};
  for (int round = 0; round < 60; ++round) {
    std::vector<Point> points, limits;
    ForwardClock clock;
    for (std::int64_t i = random.below(12); i >= 0; --i) {
      points.push_back({{random.below(kEnd)}, random.below(15)});
      clock.raise({&points.back(), 1});
    }
    ForwardClock at_once;
    at_once.raise(points);
    EXPECT_EQ(clock.points(), at_once.points());
    check(clock, points, {}, kEnd);
    const TimeMap forward = clock.map();
    for (std::int64_t i = random.below(12); i > 0; --i) {
      const Ticks time{500 * random.below(40)};  // often the same one
      limits.push_back({time, forward.shift_at(time) + random.below(4)});
    }
    check(clock, points, limits, kEnd);
  }
}

}  // namespace
}  // namespace tarry::analysis
