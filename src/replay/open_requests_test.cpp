// SPDX-License-Identifier: BSD-3-Clause
#include "replay/open_requests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tarry::replay {
namespace {

TEST(OpenRequests, TheNewestIsNumberNought) {
  OpenRequests<char> list;
  for (const char name : {'a', 'b', 'c', 'd'}) list.open(name);
  EXPECT_EQ(list.close(0), 'd');
  EXPECT_EQ(list.close(1), 'b');
  EXPECT_EQ(list.close(1), 'a');
  EXPECT_THAT(list.left(), testing::ElementsAre('c'));
}

TEST(OpenRequests, WhatIsNotThere) {
  OpenRequests<char> list;
  EXPECT_EQ(list.close(0), std::nullopt);
  list.open('a');
  EXPECT_EQ(list.close(1), std::nullopt);
  EXPECT_EQ(list.close(-1), std::nullopt);
  EXPECT_EQ(list.close(0), 'a');
}

}  // namespace
}  // namespace tarry::replay
