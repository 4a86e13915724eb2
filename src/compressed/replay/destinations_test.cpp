// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/destinations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tarry::replay {
namespace {

using testing::ElementsAre;

TEST(Destinations, TheMostFrequentOnes) {
  const std::map<std::uint32_t, std::uint64_t> messages{{1, 5}, {2, 9}, {3, 5}, {7, 1}};
  EXPECT_THAT(Destinations::of(messages, 9).ranks(), ElementsAre(1, 2, 3, 7));
  EXPECT_THAT(Destinations::of(messages, 2).ranks(), ElementsAre(1, 2));
  EXPECT_THAT(Destinations::of(messages, 1).ranks(), ElementsAre(2));
  EXPECT_THAT(Destinations::of({}, 3).ranks(), ElementsAre());
}

TEST(Destinations, WhatIsDrawnOutsideGoesInside) {
  const Destinations some({2, 5, 6});
  EXPECT_EQ(some.instead_of(5), 5u);
  for (std::uint32_t drawn = 0; drawn < 20; ++drawn)
    EXPECT_THAT(some.ranks(), testing::Contains(some.instead_of(drawn)));
}

}  // namespace
}  // namespace tarry::replay
