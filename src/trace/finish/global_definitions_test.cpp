// SPDX-License-Identifier: BSD-3-Clause
#include "trace/finish/global_definitions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tarry::trace::finish {
namespace {

using model::Rank;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(ParsedMembers, AreRanksAndRanges) {
  EXPECT_THAT(parse_members(""), IsEmpty());
  EXPECT_THAT(parse_members("7,0-2"), ElementsAre(Rank{7}, Rank{0}, Rank{1}, Rank{2}));
}

TEST(ParsedMembers, EndBeforeWhatIsNoRank) {
  EXPECT_THAT(parse_members("1,x,2"), ElementsAre(Rank{1}));
  EXPECT_THAT(parse_members("1,3-2"), ElementsAre(Rank{1}));
  EXPECT_THAT(parse_members("1,4294967295"), ElementsAre(Rank{1}));
}

}  // namespace
}  // namespace tarry::trace::finish
