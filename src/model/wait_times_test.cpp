// SPDX-License-Identifier: BSD-3-Clause
#include "model/wait_times.h"

#include <gtest/gtest.h>

#include <tuple>

namespace tarry::model {
namespace {

using Pieces = std::vector<std::tuple<std::uint32_t, std::int64_t, std::int64_t>>;

Pieces left(WaitTimes& times, std::int64_t time) {
  Pieces pieces;
  for (const WaitTimes::Piece& piece : times.leave(Ticks{time}))
    pieces.emplace_back(piece.metric.value, piece.begin.count, piece.end.count);
  return pieces;
}

CallWait wait(std::int64_t enter, std::int64_t leave, std::int64_t amount, std::uint32_t metric) {
  return {Ticks{enter}, Ticks{leave}, Ticks{amount}, MetricId{metric}};
}

TEST(WaitTimes, APieceBeginsWithItsCall) {
  const std::vector<CallWait> waits = {wait(10, 20, 4, 1)};
  WaitTimes times(waits);
  times.enter(Ticks{0});
  times.enter(Ticks{10});
  EXPECT_EQ(left(times, 20), (Pieces{{1, 10, 14}}));
  EXPECT_EQ(left(times, 30), Pieces());
}

TEST(WaitTimes, WaitsOfOneCallFollowEachOther) {
  const std::vector<CallWait> waits = {wait(10, 20, 4, 1), wait(10, 20, 5, 2)};
  WaitTimes times(waits);
  times.enter(Ticks{10});
  EXPECT_EQ(left(times, 20), (Pieces{{1, 10, 14}, {2, 14, 19}}));
}

TEST(WaitTimes, NestedRegionsDivideAWait) {
  const std::vector<CallWait> waits = {wait(10, 30, 12, 1), wait(15, 18, 2, 2)};
  WaitTimes times(waits);
  times.enter(Ticks{10});
  times.enter(Ticks{15});
  EXPECT_EQ(left(times, 18), (Pieces{{2, 15, 17}}));
  times.enter(Ticks{20});
  EXPECT_EQ(left(times, 21), Pieces());
  EXPECT_EQ(left(times, 30), (Pieces{{1, 10, 15}, {1, 18, 20}, {1, 21, 26}}));
}

TEST(WaitTimes, OfRegionsEnteredTogetherTheOneWithTheLeaveOfTheCallWaits) {
  const std::vector<CallWait> waits = {wait(10, 20, 3, 1), wait(10, 40, 5, 2)};
  WaitTimes times(waits);
  times.enter(Ticks{10});
  times.enter(Ticks{10});
  times.enter(Ticks{10});
  EXPECT_EQ(left(times, 20), (Pieces{{1, 10, 13}}));
  EXPECT_EQ(left(times, 20), Pieces());
  EXPECT_EQ(left(times, 40), (Pieces{{2, 20, 25}}));
}

TEST(WaitTimes, AWaitEndsWithItsCallAtTheLatest) {
  const std::vector<CallWait> waits = {wait(10, 20, 40, 1), wait(50, 60, 1, 2)};
  WaitTimes times(waits);
  times.enter(Ticks{10});
  times.enter(Ticks{12});
  EXPECT_EQ(left(times, 15), Pieces());
  EXPECT_EQ(left(times, 20), (Pieces{{1, 10, 12}, {1, 15, 20}}));
  EXPECT_EQ(left(times, 99), Pieces());
}

TEST(WaitTimes, CallsThatWereNotSeenAsAWholeWaitFromTheirEnterOn) {
  const std::vector<CallWait> waits = {wait(10, 20, 4, 1), wait(30, 40, 6, 2)};
  WaitTimes times(waits);
  times.enter(Ticks{10});
  EXPECT_EQ(left(times, 50), Pieces());
  const auto rest = times.finish();
  ASSERT_EQ(rest.size(), 2u);
  EXPECT_EQ(rest[0].end, Ticks{14});
  EXPECT_EQ(rest[1].begin, Ticks{30});
  EXPECT_EQ(rest[1].metric, MetricId{2});
}

}  // namespace
}  // namespace tarry::model
