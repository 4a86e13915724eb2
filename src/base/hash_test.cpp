// SPDX-License-Identifier: BSD-3-Clause
#include "base/hash.h"

#include <gtest/gtest.h>

namespace tarry::base {
namespace {

// Values of the draft's test vectors.
TEST(Hash, Fnv1aIsThatOfTheSource) {
  EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325u);
  EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(fnv1a("foobar"), 0x85944171f73967e8u);
}

// The first numbers of java.util.SplittableRandom's generator with seed 0.
TEST(Hash, SplitMixIsThatOfTheSource) {
  EXPECT_EQ(split_mix(0), 0xe220a8397b1dcdafu);
  EXPECT_EQ(split_mix(kGoldenRatio), 0x6e789e6aa1b965f4u);
  EXPECT_EQ(split_mix(2 * kGoldenRatio), 0x06c45d188009454fu);
}

TEST(Hash, NeighbouringKeysHaveDistantPlaces) {
  EXPECT_EQ(place_of(0, 8), 0u);
  EXPECT_EQ(place_of(1, 8), 0x9Eu);
  EXPECT_EQ(place_of(2, 8), 0x3Cu);
  EXPECT_EQ(place_of(1, 54), kGoldenRatio >> 10);
}

}  // namespace
}  // namespace tarry::base
