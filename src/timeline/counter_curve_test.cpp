// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/counter_curve.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace tarry::timeline {
namespace {

using model::CounterMode;
using model::CounterType;
using model::Ticks;

// A clock with ten ticks in a second that begins at 1000, and one counter in a set behind another
// one.
class CounterCurveTest : public testing::Test {
 protected:
  std::vector<double> curve(CounterMode mode, std::vector<std::pair<std::int64_t, double>> readings,
                            std::int64_t from, std::int64_t to, std::size_t columns) {
    model::Definitions definitions;
    definitions.clock.ticks_per_second = 10;
    definitions.counters.resize(2);
    definitions.counters[1].mode = mode;
    definitions.counters[1].type = CounterType::Double;
    definitions.counter_sets.push_back({.members = {model::CounterId{0}, model::CounterId{1}}});
    const TimeGrid grid{.begin = 1000, .length = 100};
    CounterCurve made(definitions, grid, model::CounterId{1}, from, to, columns);
    for (const auto& [time, value] : readings) {
      const model::CounterValue values[] = {
          {.bits = 7}, {.bits = std::bit_cast<std::uint64_t>(value), .type = CounterType::Double}};
      made.counters_read(Ticks{1000 + time}, model::CounterSetId{0}, values);
    }
    return made.finish();
  }
};

TEST_F(CounterCurveTest, CountsBecomeRates) {
  // 20 in the first 10 ticks, 10 in the next 5: both are 20 per second of ten ticks.
  const auto values =
      curve(CounterMode::AccumulatedStart, {{0, 100}, {10, 120}, {15, 130}}, 0, 20, 4);
  ASSERT_EQ(values.size(), 4u);
  for (int i = 0; i < 3; ++i) EXPECT_DOUBLE_EQ(values[static_cast<std::size_t>(i)], 20.0);
  EXPECT_TRUE(std::isnan(values[3]));
}

TEST_F(CounterCurveTest, AColumnHasTheMeanOfItsParts) {
  const auto values = curve(CounterMode::AccumulatedStart, {{0, 0}, {5, 0}, {10, 50}}, 0, 10, 1);
  EXPECT_DOUBLE_EQ(values[0], 50.0);
}

TEST_F(CounterCurveTest, ReadingsOfOneTimeAreOneAfterTheOther) {
  const auto values =
      curve(CounterMode::AccumulatedStart, {{0, 0}, {10, 10}, {10, 14}, {20, 20}}, 0, 20, 2);
  EXPECT_DOUBLE_EQ(values[0], 10.0);
  EXPECT_DOUBLE_EQ(values[1], 10.0);  // from 10 to 20 in ten ticks
}

TEST_F(CounterCurveTest, CountsSinceTheReadingBefore) {
  const auto values = curve(CounterMode::AccumulatedLast, {{0, 99}, {10, 5}, {20, 10}}, 0, 20, 2);
  EXPECT_DOUBLE_EQ(values[0], 5.0);
  EXPECT_DOUBLE_EQ(values[1], 10.0);
}

TEST_F(CounterCurveTest, ValuesThatStandForThemselves) {
  const auto held = curve(CounterMode::AbsolutePoint, {{0, 3}, {10, 5}, {20, 0}}, 0, 20, 2);
  EXPECT_DOUBLE_EQ(held[0], 3.0);
  EXPECT_DOUBLE_EQ(held[1], 5.0);
  const auto before = curve(CounterMode::AbsoluteLast, {{0, 3}, {10, 5}}, 0, 10, 1);
  EXPECT_DOUBLE_EQ(before[0], 5.0);
}

TEST_F(CounterCurveTest, WhatCannotBeIsLeftOut) {
  const auto values = curve(CounterMode::AccumulatedStart, {{0, 10}, {10, 5}, {20, 15}}, 0, 20, 2);
  EXPECT_TRUE(std::isnan(values[0]));  // it fell
  EXPECT_DOUBLE_EQ(values[1], 10.0);
  const auto odd = curve(CounterMode::AccumulatedStart, {{0, 0}, {5, NAN}, {10, 9}}, 0, 10, 1);
  EXPECT_TRUE(std::isnan(odd[0]));
  model::Counter relative;
  relative.mode = CounterMode::RelativePoint;
  EXPECT_FALSE(has_curve(relative));
  EXPECT_TRUE(has_curve({}));
}

TEST_F(CounterCurveTest, OnlyTheWindowCounts) {
  const auto values = curve(CounterMode::AccumulatedStart, {{0, 0}, {100, 100}}, 40, 60, 2);
  EXPECT_DOUBLE_EQ(values[0], 10.0);
  EXPECT_DOUBLE_EQ(values[1], 10.0);
}

}  // namespace
}  // namespace tarry::timeline
