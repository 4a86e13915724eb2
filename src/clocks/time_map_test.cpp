// SPDX-License-Identifier: BSD-3-Clause
#include "clocks/time_map.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tarry::clocks {
namespace {

// Rises by one tick in four from 100 to 140, then falls back in as many.
TimeMap hill() {
  return TimeMap({{{100}, {100}, 0, 1, 4}, {{140}, {140}, 10, -1, 4}, {{180}, {180}, 0, 0, 1}});
}

TEST(TimeMap, TimesStayBeforeTheFirstAndBehindTheLastSegment) {
  for (const std::int64_t time : {-5, 0, 99, 180, 1000})
    EXPECT_EQ(hill().apply({time}), Ticks{time});
}

TEST(TimeMap, ShiftsAreRoundedDown) {
  EXPECT_EQ(hill().shift_at({103}), 0);
  EXPECT_EQ(hill().shift_at({104}), 1);
  EXPECT_EQ(hill().shift_at({139}), 9);
  EXPECT_EQ(hill().shift_at({140}), 10);
  EXPECT_EQ(hill().shift_at({141}), 9);
  EXPECT_EQ(hill().shift_at({144}), 9);
  EXPECT_EQ(hill().shift_at({145}), 8);
  EXPECT_EQ(hill().largest_shift(), 10);
}

TEST(TimeMap, ProductsMayExceed64Bits) {
  const std::int64_t far = std::int64_t{1} << 60;
  const TimeMap map({{{0}, {0}, 0, far / 2, far}});
  EXPECT_EQ(map.shift_at({far}), far / 2);
  EXPECT_EQ(map.shift_at({far - 1}), far / 2 - 1);
}

TEST(TimeMap, ACursorGivesTheSameTimesInAnyOrder) {
  const TimeMap map = hill();
  TimeMapCursor cursor(map);
  for (std::int64_t time = 0; time < 300; ++time)
    EXPECT_EQ(cursor.apply({time}), map.apply({time}));
  for (const std::int64_t time : {150, 10, 120, 500, 99, 100})
    EXPECT_EQ(cursor.apply({time}), map.apply({time}));
}

TEST(TimeMap, TheEarliestOfACorrectedTimeIsFound) {
  for (std::int64_t corrected = 0; corrected < 300; ++corrected) {
    std::int64_t expected = 0;
    while (hill().apply({expected}).count < corrected) ++expected;
    EXPECT_EQ(hill().earliest_of({corrected}), Ticks{expected}) << corrected;
  }
}

}  // namespace
}  // namespace tarry::clocks
