// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/open_requests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tarry::compressed {
namespace {

TEST(OpenRequests, TheNewestIsNumberNought) {
  OpenRequests<char> list;
  for (const char name : {'a', 'b', 'c', 'd'}) list.open(name);
  EXPECT_EQ(list.close_at(0), 'd');
  EXPECT_EQ(list.close_at(1), 'b');
  EXPECT_EQ(list.close_at(1), 'a');
  EXPECT_THAT(list.left(), testing::ElementsAre('c'));
}

TEST(OpenRequests, OfEqualOnesTheNewestIsClosed) {
  OpenRequests<char> list;
  for (const char name : {'a', 'b', 'a', 'c'}) list.open(name);
  EXPECT_EQ(list.close('a'), 1);
  EXPECT_EQ(list.close('a'), 2);
  EXPECT_EQ(list.close('a'), std::nullopt);
  EXPECT_THAT(list.left(), testing::ElementsAre('b', 'c'));
}

TEST(OpenRequests, WhatIsNotThere) {
  OpenRequests<char> list;
  EXPECT_EQ(list.close_at(0), std::nullopt);
  list.open('a');
  EXPECT_EQ(list.close_at(1), std::nullopt);
  EXPECT_EQ(list.close_at(-1), std::nullopt);
  EXPECT_EQ(list.close_at(0), 'a');
}

}  // namespace
}  // namespace tarry::compressed
