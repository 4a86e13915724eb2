// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/path_times.h"

#include <gtest/gtest.h>

namespace tarry::compressed {
namespace {

TEST(PathTimes, AreThoseOfTheRankBehindTheCallBeforeIt) {
  Trace trace;
  trace.ranks = 3;
  const auto times = [](SiteId predecessor, std::uint32_t rank) {
    EventTimes made;
    made.predecessor = predecessor;
    made.ranks = RankSet(rank);
    return made;
  };
  trace.events.resize(2);
  trace.events[1].times = {times({}, 0), times(SiteId{4}, 0), times(SiteId{4}, 2)};
  const std::vector<EventTimes>& all = trace.events[1].times;
  PathTimes of_two(trace, 2);
  PathTimes of_nought(trace, 0);
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(of_nought.of({1, {}, {}}), &all[0]);
    EXPECT_EQ(of_nought.of({1, SiteId{4}, {}}), &all[1]);
    EXPECT_EQ(of_two.of({1, SiteId{4}, {}}), &all[2]);
    EXPECT_EQ(of_two.of({1, {}, {}}), nullptr);
    EXPECT_EQ(of_two.of({0, SiteId{4}, {}}), nullptr);
  }
}

}  // namespace
}  // namespace tarry::compressed
