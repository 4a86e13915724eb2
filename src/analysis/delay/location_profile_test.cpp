// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/location_profile.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace tarry::analysis {
namespace {

std::map<std::uint32_t, std::int64_t> taken(CallPathSums& sums) {
  std::map<std::uint32_t, std::int64_t> out;
  sums.take([&](CallPathId callpath, Ticks time) { out[callpath.value] = time.count; });
  return out;
}

// The profile is long enough for many places with sums, and some call paths occur late.
TEST(LocationProfile, SumsBetweenAnyTwoPositionsAreThoseOfTheSteps) {
  struct Step {
    std::uint64_t position;
    CallPathTime time;
  };
  LocationProfile profile;
  std::vector<Step> steps;
  std::mt19937 random(7);
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    const CallPathId callpath{static_cast<std::uint32_t>(random() % (1 + i / 100))};
    const Ticks time{static_cast<std::int64_t>(random() % 1'000'000) + 1};
    steps.push_back({profile.position(), {callpath, time}});
    profile.add(callpath, time);
  }
  CallPathSums sums;
  for (int round = 0; round < 50; ++round) {
    std::size_t begin = random() % steps.size(), end = random() % steps.size();
    if (begin > end) std::swap(begin, end);
    std::map<std::uint32_t, std::int64_t> expected;
    for (std::size_t i = begin; i < end; ++i)
      expected[steps[i].time.callpath.value] += steps[i].time.time.count;
    profile.sum(steps[begin].position, steps[end].position, sums);
    EXPECT_EQ(taken(sums), expected) << begin << " to " << end;
  }
}

TEST(LocationProfile, AWaitCountsAgainstItsCallPath) {
  LocationProfile profile;
  profile.add(CallPathId{1}, Ticks{10});
  const std::uint64_t wait = profile.position();
  profile.add(CallPathId{1}, Ticks{-4});
  // The wait is longer than the time there, so nothing is left.
  profile.add(CallPathId{2}, Ticks{-4});
  CallPathSums sums;
  profile.sum(0, profile.position(), sums);
  EXPECT_EQ(taken(sums), (std::map<std::uint32_t, std::int64_t>{{1, 6}}));
  profile.sum(0, wait, sums);
  EXPECT_EQ(taken(sums), (std::map<std::uint32_t, std::int64_t>{{1, 10}}));
  EXPECT_LT(profile.after(wait), profile.position());
  profile.sum(profile.after(profile.after(wait)), profile.position(), sums);
  EXPECT_TRUE(taken(sums).empty());
}

}  // namespace
}  // namespace tarry::analysis
