// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/bin_cache.h"

#include <gtest/gtest.h>

namespace tarry::timeline::test {
namespace {

constexpr std::size_t kBins = 10;

BinCache::Block block_with(std::uint16_t state) {
  return std::make_shared<const std::vector<Bin>>(kBins, Bin{.state = state});
}

TEST(BinCache, KnowsWhatWasKept) {
  BinCache cache(2 * kBins * sizeof(Bin));
  EXPECT_EQ(cache.find(7), nullptr);
  cache.keep(7, block_with(3));
  ASSERT_NE(cache.find(7), nullptr);
  EXPECT_EQ(cache.find(7)->front().state, 3);
  EXPECT_EQ(cache.find(8), nullptr);
}

TEST(BinCache, ForgetsWhatWasNotAskedForLongest) {
  BinCache cache(2 * kBins * sizeof(Bin));
  cache.keep(1, block_with(1));
  cache.keep(2, block_with(2));
  ASSERT_NE(cache.find(1), nullptr);
  cache.keep(3, block_with(3));
  EXPECT_NE(cache.find(1), nullptr);
  EXPECT_EQ(cache.find(2), nullptr);
  EXPECT_NE(cache.find(3), nullptr);
}

TEST(BinCache, KeepsNothingWithoutRoomAndABlockOnce) {
  BinCache none(kBins * sizeof(Bin) - 1);
  none.keep(1, block_with(1));
  EXPECT_EQ(none.find(1), nullptr);
  BinCache one(kBins * sizeof(Bin));
  one.keep(1, block_with(1));
  one.keep(1, block_with(2));
  ASSERT_NE(one.find(1), nullptr);
  EXPECT_EQ(one.find(1)->front().state, 1);
}

// A block that is in use outlives the cache's memory of it.
TEST(BinCache, WhatIsInUseStays) {
  BinCache cache(kBins * sizeof(Bin));
  cache.keep(1, block_with(1));
  const BinCache::Block used = cache.find(1);
  cache.keep(2, block_with(2));
  EXPECT_EQ(cache.find(1), nullptr);
  EXPECT_EQ(used->back().state, 1);
}

}  // namespace
}  // namespace tarry::timeline::test
