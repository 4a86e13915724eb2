// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/time_draw.h"

#include <gtest/gtest.h>

#include <set>

namespace tarry::replay {
namespace {

using compressed::RankSet;
using compressed::SiteId;
using compressed::TimeHistogram;
using compressed::Trace;

constexpr std::uint64_t kTimes[] = {1000, 1100, 1200, 1500, 3000, 90'000};

// `ranks` ranks make one call `times` times each; all their times are in one histogram.
Trace trace(std::uint32_t ranks, int times) {
  Trace trace;
  trace.ranks = ranks;
  trace.sites = {{"MPI_Barrier", {}}};
  compressed::EventTimes each;
  each.predecessor = SiteId(0);
  each.ranks = RankSet::first(ranks);
  for (std::uint32_t i = 0; i < ranks * static_cast<std::uint32_t>(times); ++i) {
    each.before.add(kTimes[i % 6]);
    each.duration.add(500);
  }
  trace.events.emplace_back();
  trace.events[0].ranks = each.ranks;
  trace.events[0].times = {each};
  return trace;
}

TEST(TimeDraw, EveryValueOnce) {
  for (const std::uint64_t size : {1u, 2u, 3u, 10u, 64u, 1000u}) {
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < size; ++i) seen.insert(permuted(i, size, 42));
    EXPECT_EQ(seen.size(), size);
    EXPECT_EQ(*seen.rbegin(), size - 1);
  }
}

TEST(TimeDraw, SumsAreThoseOfTheRecording) {
  const Trace made = trace(4, 60);
  double sum = 0, least = 1e18, most = 0;
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    TimeDraw draw(made, rank, 1, Times::Drawn);
    double own = 0;
    for (int i = 0; i < 60; ++i) {
      const TimeDraw::Drawn drawn = draw.next(0, SiteId(0));
      own += drawn.before;
      EXPECT_DOUBLE_EQ(drawn.duration, 500);
    }
    sum += own;
    least = std::min(least, own);
    most = std::max(most, own);
  }
  EXPECT_NEAR(sum, static_cast<double>(made.events[0].times[0].before.sum()), 1);
  EXPECT_LT(most / least, 1.05);  // no rank gets all the long ones
}

TEST(TimeDraw, TheSameForTheSameSeed) {
  const Trace made = trace(2, 30);
  TimeDraw one(made, 1, 5, Times::Drawn), same(made, 1, 5, Times::Drawn);
  TimeDraw other(made, 1, 6, Times::Drawn);
  bool differs = false;
  for (int i = 0; i < 30; ++i) {
    const double drawn = one.next(0, SiteId(0)).before;
    EXPECT_EQ(drawn, same.next(0, SiteId(0)).before);
    differs |= drawn != other.next(0, SiteId(0)).before;
  }
  EXPECT_TRUE(differs);
}

TEST(TimeDraw, MoreOftenThanRecorded) {
  const Trace made = trace(1, 6);
  TimeDraw draw(made, 0, 1, Times::Drawn);
  double sum = 0;
  for (int i = 0; i < 18; ++i) sum += draw.next(0, SiteId(0)).before;
  EXPECT_NEAR(sum, 3.0 * static_cast<double>(made.events[0].times[0].before.sum()), 1);
}

TEST(TimeDraw, AverageAndNothing) {
  const Trace made = trace(2, 6);
  TimeDraw draw(made, 0, 1, Times::Average);
  EXPECT_DOUBLE_EQ(draw.next(0, SiteId(0)).before, made.events[0].times[0].before.mean());
  EXPECT_EQ(draw.next(0, SiteId()).before, 0);  // this predecessor never occurs
  EXPECT_EQ(TimeDraw(made, 5, 1, Times::Drawn).next(0, SiteId(0)).before, 0);
}

}  // namespace
}  // namespace tarry::replay
