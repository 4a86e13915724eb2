// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/small_differences.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "compressed/fold/event_entries.h"
#include "compressed/model/load_level.h"

namespace tarry::compressed {
namespace {

// Returns the times of a rank that computes for `before` in front of each of so many calls.
EventTimes times_of(std::uint32_t rank, std::uint64_t before, int calls,
                    std::uint64_t duration = 100) {
  EventTimes times;
  times.predecessor = SiteId{0};
  times.level = calls < 2 ? coarse_level(before) : fine_level(before);
  times.ranks = RankSet(rank);
  for (int i = 0; i < calls; ++i) {
    times.before.add(before);
    times.duration.add(duration);
  }
  return times;
}

Trace trace_of(std::uint32_t ranks, std::vector<std::vector<EventTimes>> by_event) {
  Trace trace;
  trace.ranks = ranks;
  for (std::vector<EventTimes>& times : by_event) {
    trace.events.emplace_back();
    trace.events.back().ranks = RankSet::first(ranks);
    trace.events.back().times = std::move(times);
  }
  return trace;
}

// Ranks 0 and 1 compute for 1 and 3 us, a thousandth of what they do elsewhere, three times each.
TEST(SmallDifferences, ShareTheirTimes) {
  Trace trace = trace_of(2, {{times_of(0, 1000, 3), times_of(1, 3000, 3)},
                             {times_of(0, 2'000'000, 3), times_of(1, 2'000'000, 3)}});
  unite_small_differences(trace);
  const std::vector<EventTimes>& times = trace.events[0].times;
  ASSERT_EQ(times.size(), 1u);
  EXPECT_EQ(times[0].ranks, RankSet::first(2));
  EXPECT_EQ(times[0].level, coarse_level(2000));
  EXPECT_EQ(times[0].before.sum(), 12'000u);
  EXPECT_EQ(times[0].duration.sum(), 600u);
}

// The same difference counts more often than it may: 2 us in a thousand calls.
TEST(SmallDifferences, AreLargeIfThereAreManyCalls) {
  Trace trace = trace_of(2, {{times_of(0, 1000, 1000), times_of(1, 3000, 1000)},
                             {times_of(0, 2'000'000, 3), times_of(1, 2'000'000, 3)}});
  const Trace before = trace;
  unite_small_differences(trace);
  EXPECT_EQ(trace.events[0], before.events[0]);
}

TEST(SmallDifferences, OfTwoSingleTimesAreKept) {
  Trace trace = trace_of(2, {{times_of(0, 1000, 1), times_of(1, 3000, 1)},
                             {times_of(0, 2'000'000, 3), times_of(1, 2'000'000, 3)}});
  unite_small_differences(trace);
  EXPECT_EQ(trace.events[0].times.size(), 2u);
}

// What a rank does up to its first call is no measure: the program may wait for its input there.
TEST(SmallDifferences, AreNotMeasuredByTheTimeInTheFirstCall) {
  Trace trace =
      trace_of(2, {{times_of(0, 2'000'000, 1)}, {times_of(0, 1000, 3), times_of(1, 3000, 3)}});
  trace.events[0].times[0].predecessor = SiteId{};
  const Trace before = trace;
  unite_small_differences(trace);
  EXPECT_EQ(trace.events[1], before.events[1]);
}

TEST(SmallDifferences, OfOtherPredecessorsAreApart) {
  Trace trace = trace_of(2, {{times_of(0, 1000, 3), times_of(1, 3000, 3)},
                             {times_of(0, 2'000'000, 3), times_of(1, 2'000'000, 3)}});
  trace.events[0].times[1].predecessor = SiteId{1};
  unite_small_differences(trace);
  EXPECT_EQ(trace.events[0].times.size(), 2u);
}

// Returns the mean computation of a rank in front of its calls at an event.
double mean_of(const Event& event, std::uint32_t rank) {
  for (const EventTimes& times : event.times)
    if (times.ranks.contains(rank)) return times.before.mean();
  ADD_FAILURE() << "rank " << rank << " has no times";
  return 0.0;
}

double all_time(const Trace& trace) {
  double sum = 0.0;
  for (const Event& event : trace.events)
    for (const EventTimes& times : event.times)
      sum += static_cast<double>(times.before.sum() + times.duration.sum());
  return sum;
}

int calls_at(std::size_t event) { return 1 + static_cast<int>(event % 5); }

// Returns random times of all ranks at an event. Ranks of one level share them.
std::vector<EventTimes> random_times(std::uint32_t ranks, int calls, std::mt19937_64& random) {
  std::lognormal_distribution<double> computation(8.0, 3.0);
  std::map<std::uint32_t, EventTimes> by_level;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    const EventTimes times = times_of(rank, static_cast<std::uint64_t>(computation(random)), calls);
    const auto [same, is_new] = by_level.try_emplace(times.level, times);
    if (!is_new) unite(same->second, times);
  }
  std::vector<EventTimes> out;
  for (const auto& [level, times] : by_level) out.push_back(times);
  return out;
}

// Whatever the times are, no rank loses or gains more than a hundredth, nothing is lost in all, and
// levels stay different.
TEST(SmallDifferences, ChangeAHundredthAtMost) {
  constexpr std::uint32_t kRanks = 40;
  std::mt19937_64 random(3);
  std::vector<std::vector<EventTimes>> by_event(12);
  for (std::size_t i = 0; i < by_event.size(); ++i)
    by_event[i] = random_times(kRanks, calls_at(i), random);
  Trace trace = trace_of(kRanks, std::move(by_event));
  const Trace before = trace;
  unite_small_differences(trace);
  std::size_t fewer = 0;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    std::set<std::uint32_t> levels;
    for (const EventTimes& times : trace.events[i].times)
      EXPECT_TRUE(levels.insert(times.level).second) << times.level;
    fewer += before.events[i].times.size() - trace.events[i].times.size();
  }
  EXPECT_GT(fewer, 100u);
  EXPECT_EQ(all_time(trace), all_time(before));
  for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
    double changed = 0.0;
    for (std::size_t i = 0; i < trace.events.size(); ++i)
      changed +=
          calls_at(i) * std::abs(mean_of(trace.events[i], rank) - mean_of(before.events[i], rank));
    EXPECT_LE(changed, 0.01 * all_time(before) / kRanks) << rank;
  }
}

}  // namespace
}  // namespace tarry::compressed
