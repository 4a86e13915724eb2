// SPDX-License-Identifier: BSD-3-Clause
#include "base/parse_number.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace tarry::base {
namespace {

TEST(ParseNumber, WantsTheWholeText) {
  EXPECT_EQ(number_in<std::uint32_t>("42"), 42u);
  EXPECT_EQ(number_in<double>("2.5"), 2.5);
  EXPECT_EQ(number_in<int>("-3"), -3);
  for (const char* odd : {"", " 1", "1 ", "1x", "x"}) {
    EXPECT_FALSE(number_in<int>(odd)) << odd;
    EXPECT_FALSE(number_in<double>(odd)) << odd;
  }
  EXPECT_FALSE(number_in<std::uint32_t>("4294967296"));
  std::uint64_t value = 0;
  EXPECT_TRUE(parse_number("ff", value, 16));
  EXPECT_EQ(value, 255u);
}

}  // namespace
}  // namespace tarry::base
