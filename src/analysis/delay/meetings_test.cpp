// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/meetings.h"

#include <gtest/gtest.h>

namespace tarry::analysis {
namespace {

class MeetingsTest : public testing::Test {
 protected:
  MeetingsTest() {
    definitions_.communicators.resize(2);
    definitions_.communicators[0].members = {Rank{0}, Rank{1}, Rank{2}, Rank{3}};
    definitions_.communicators[1].members = {Rank{3}, Rank{1}};
  }
  std::uint32_t latest(std::uint32_t rank) { return meetings_.latest(Rank{rank}); }
  void with_rank(std::uint32_t rank, std::uint32_t at) {
    const Rank one[]{Rank{rank}};
    meetings_.with_ranks(one, at);
  }

  model::Definitions definitions_;
  const PartialMeetings partial_;
  Meetings meetings_{definitions_, partial_};
};

TEST_F(MeetingsTest, TheLatestOfAllKindsCounts) {
  EXPECT_EQ(latest(1), kNoIndex);
  meetings_.with_everybody(0);
  with_rank(1, 1);
  EXPECT_EQ(latest(1), 1u);
  EXPECT_EQ(latest(2), 0u);
  meetings_.with_members(CommId{0}, 2);
  EXPECT_EQ(latest(1), 2u);
  meetings_.with_members(CommId{1}, 3);
  EXPECT_EQ(latest(3), 3u);
  EXPECT_EQ(latest(2), 2u);
  meetings_.with_members(CommId{0}, 4);
  EXPECT_EQ(latest(3), 4u);
  EXPECT_EQ(latest(9), 0u);  // in neither
}

TEST_F(MeetingsTest, AnotherLocationBeginsWithoutAny) {
  meetings_.with_everybody(0);
  with_rank(2, 1);
  meetings_.with_members(CommId{0}, 2);
  meetings_.clear();
  EXPECT_EQ(latest(2), kNoIndex);
  with_rank(2, 0);
  EXPECT_EQ(latest(2), 0u);
}

TEST(MeetingsOfThreads, TeamsThatBothAreInCount) {
  constexpr CommId kOuter{0}, kInner{1};
  constexpr model::LocationIndex kInside{1}, kOutside{2};
  model::Definitions definitions;
  definitions.locations.resize(3);
  for (std::uint32_t l = 0; l < 3; ++l) definitions.locations[l].trace_id = 10 + l;
  definitions.communicators.resize(2);
  definitions.communicators[0].team = {10, 11, 12};
  definitions.communicators[1].team = {10, 11};
  const PartialMeetings partial;
  Meetings meetings(definitions, partial);
  EXPECT_EQ(meetings.latest(kInside), kNoIndex);
  meetings.with_team(kOuter, 0);
  meetings.with_team(kInner, 1);
  EXPECT_EQ(meetings.latest(kInside), 1u);
  EXPECT_EQ(meetings.latest(kOutside), 0u);
  EXPECT_EQ(meetings.latest(Partner::team_member(kOutside)), 1u);
  meetings.with_thread(kOutside, 2);
  EXPECT_EQ(meetings.latest(Partner::thread(kOutside)), 2u);
  EXPECT_EQ(meetings.latest(Partner::team_member(kOutside)), 2u);
  EXPECT_EQ(meetings.latest(Partner::thread(kInside)), 1u);
  meetings.clear();
  EXPECT_EQ(meetings.latest(kOutside), kNoIndex);
}

}  // namespace
}  // namespace tarry::analysis
