// SPDX-License-Identifier: BSD-3-Clause
#include "base/split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tarry::base {
namespace {

using testing::ElementsAre;

TEST(Split, HasOnePartMoreThanSeparators) {
  EXPECT_THAT(split("", ','), ElementsAre(""));
  EXPECT_THAT(split("a", ','), ElementsAre("a"));
  EXPECT_THAT(split("a,b", ','), ElementsAre("a", "b"));
  EXPECT_THAT(split(",a:b,", ','), ElementsAre("", "a:b", ""));
}

TEST(Split, RangesHaveOneOrTwoNumbers) {
  EXPECT_EQ(range_in("3")->first, 3u);
  EXPECT_EQ(range_in("3")->last, 3u);
  EXPECT_EQ(range_in("3-50")->first, 3u);
  EXPECT_EQ(range_in("3-50")->last, 50u);
  for (const char* odd : {"", "-", "3-", "-3", "5-3", "3-5-7", "3 ", "x", "4294967296"})
    EXPECT_FALSE(range_in(odd)) << odd;
}

}  // namespace
}  // namespace tarry::base
