// SPDX-License-Identifier: BSD-3-Clause
#include "base/joined.h"

#include <gtest/gtest.h>

#include <vector>

namespace tarry::base {
namespace {

TEST(Joined, RangesOfNumbers) {
  EXPECT_EQ(joined(std::vector<std::uint32_t>{}), "");
  EXPECT_EQ(joined(std::vector<std::uint32_t>{3}), "3");
  EXPECT_EQ(joined(std::vector<std::uint32_t>{0, 1, 2, 5, 7, 8}), "0-2,5,7-8");
}

}  // namespace
}  // namespace tarry::base
