// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/unite_levels.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "compressed/model/load_level.h"

namespace tarry::compressed {
namespace {

EventTimes times_of(std::uint32_t level, std::vector<std::uint32_t> ranks) {
  EventTimes times;
  times.predecessor = SiteId{0};
  times.level = level;
  times.ranks = RankSet::of_sorted(ranks);
  for (std::size_t i = 0; i < ranks.size(); ++i) times.before.add(level);
  return times;
}

TEST(UniteLevels, RanksWithoutAPatternShareTheirTimes) {
  constexpr std::uint32_t kRanks = 1000;
  std::vector<std::vector<std::uint32_t>> by_level(3);
  std::mt19937 random(1);
  for (std::uint32_t rank = 0; rank < kRanks; ++rank) by_level[random() % 3].push_back(rank);
  Trace trace;
  trace.ranks = kRanks + 1;
  trace.events.resize(1);
  for (std::uint32_t level = 0; level < 3; ++level)
    trace.events[0].times.push_back(times_of(level + 5, by_level[level]));
  trace.events[0].times.push_back(times_of(40, {kRanks}));
  trace.events[0].times[3].predecessor = SiteId{1};
  unite_levels(trace);
  const std::vector<EventTimes>& times = trace.events[0].times;
  ASSERT_EQ(times.size(), 2u);
  EXPECT_EQ(times[0].ranks, RankSet::first(kRanks));
  EXPECT_EQ(times[0].level, 5u);
  EXPECT_EQ(times[0].before.count(), kRanks);
  EXPECT_EQ(times[1].ranks, RankSet(kRanks));
}

TEST(UniteLevels, RanksWithAPatternKeepTheirTimes) {
  Trace trace;
  trace.ranks = 6;
  trace.events.resize(1);
  trace.events[0].times = {times_of(5, {0, 2, 4}), times_of(6, {1, 3, 5})};
  const Trace before = trace;
  unite_levels(trace);
  EXPECT_EQ(trace, before);
}

// Returns the times of one rank, between two means and with so many of each.
EventTimes times_between(std::uint32_t rank, std::uint64_t low, std::uint64_t high, int each) {
  EventTimes times;
  times.predecessor = SiteId{0};
  times.ranks = RankSet(rank);
  for (int i = 0; i < each; ++i) {
    times.before.add(low);
    times.before.add(high);
  }
  times.level = fine_level(static_cast<std::uint64_t>(times.before.mean()));
  return times;
}

Trace trace_with(std::vector<EventTimes> times) {
  Trace trace;
  trace.ranks = static_cast<std::uint32_t>(times.size());
  trace.events.resize(1);
  trace.events[0].times = std::move(times);
  return trace;
}

TEST(UniteLevels, SlowRanksKeepTheirTimes) {
  Trace trace = trace_with({times_between(0, 17000, 17200, 5), times_between(1, 20000, 20200, 5)});
  const Trace before = trace;
  unite_levels(trace);
  EXPECT_EQ(trace, before);
}

TEST(UniteLevels, ChanceUnitesFineLevels) {
  Trace trace = trace_with({times_between(0, 12000, 22000, 2), times_between(1, 13000, 24000, 2)});
  unite_levels(trace);
  ASSERT_EQ(trace.events[0].times.size(), 1u);
  EXPECT_EQ(trace.events[0].times[0].level, coarse_level(17000));
  EXPECT_EQ(trace.events[0].times[0].ranks, RankSet::first(2));
}

TEST(UniteLevels, SmallDifferencesUniteFineLevels) {
  Trace trace = trace_with({times_between(0, 17000, 17000, 5), times_between(1, 17500, 17500, 5)});
  unite_levels(trace);
  EXPECT_EQ(trace.events[0].times.size(), 1u);
}

// Returns the times of these ranks at a coarse level: so many of each, around a mean.
EventTimes coarse_times(const std::vector<std::uint32_t>& ranks, std::uint64_t mean,
                        std::uint64_t around, int each) {
  EventTimes times;
  times.predecessor = SiteId{0};
  times.ranks = RankSet::of_sorted(ranks);
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    for (int i = 0; i < each; ++i) times.before.add(i % 2 == 0 ? mean - around : mean + around);
  times.level = coarse_level(mean);
  return times;
}

const std::vector<std::uint32_t> kScattered = {0, 1, 3, 8, 9, 11, 12, 16, 19, 21};
const std::vector<std::uint32_t> kOthers = {2, 4, 5, 6, 7, 10, 13, 14, 15, 17, 18, 20};

TEST(UniteLevels, ChanceUnitesScatteredRanksOfCoarseLevels) {
  Trace trace = trace_with(
      {coarse_times(kScattered, 14000, 12000, 4), coarse_times(kOthers, 18000, 12000, 4)});
  unite_levels(trace);
  ASSERT_EQ(trace.events[0].times.size(), 1u);
  EXPECT_EQ(trace.events[0].times[0].ranks, RankSet::first(22));
}

TEST(UniteLevels, ScatteredRanksThatAreSlowKeepTheirTimes) {
  Trace trace =
      trace_with({coarse_times(kScattered, 14000, 1000, 4), coarse_times(kOthers, 18000, 1000, 4)});
  const Trace before = trace;
  unite_levels(trace);
  EXPECT_EQ(trace, before);
}

TEST(UniteLevels, ARankWhoseTimesVaryKeepsThem) {
  Trace trace = trace_with(
      {coarse_times({0, 1, 2, 4, 5, 6}, 14000, 12000, 4), coarse_times({3}, 18000, 12000, 4)});
  const Trace before = trace;
  unite_levels(trace);
  EXPECT_EQ(trace, before);
}

TEST(UniteLevels, SingleTimesOfScatteredRanksAreKept) {
  Trace trace =
      trace_with({coarse_times(kScattered, 14000, 0, 1), coarse_times(kOthers, 18000, 0, 1)});
  const Trace before = trace;
  unite_levels(trace);
  EXPECT_EQ(trace, before);
}

TEST(UniteLevels, MemoryIsLimitedWhileRanksAreMerged) {
  std::mt19937 random(1);
  std::vector<EventTimes> times;
  for (std::uint32_t rank = 0; rank < 200; ++rank) {
    const std::uint64_t mean = 16500 + random() % 8000;
    times.push_back(times_between(rank, mean, mean, 5));
  }
  limit_levels(times);
  ASSERT_EQ(times.size(), 1u);
  EXPECT_EQ(times[0].level, coarse_level(17000));
  EXPECT_EQ(times[0].ranks, RankSet::first(200));
}

TEST(UniteLevels, FineLevelsRiseWithTheMeans) {
  std::uint32_t last = 0;
  for (std::uint64_t mean = 0; mean < 100'000; mean += 1 + mean / 500) {
    const std::uint32_t level = fine_level(mean);
    EXPECT_GE(level, last);
    EXPECT_EQ(coarse_of(level), coarse_level(mean));
    last = level;
  }
  EXPECT_EQ(coarse_of(fine_level(UINT64_MAX)), coarse_level(UINT64_MAX));
  EXPECT_LT(fine_level(16384), fine_level(16384 + 8192 / kFineLevels));
}

}  // namespace
}  // namespace tarry::compressed
