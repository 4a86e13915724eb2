// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/unite_levels.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace tarry::compressed {
namespace {

EventTimes times_of(std::uint32_t level, std::vector<std::uint32_t> ranks) {
  EventTimes times;
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

}  // namespace
}  // namespace tarry::compressed
