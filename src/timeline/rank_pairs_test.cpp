// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/rank_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace tarry::timeline {
namespace {

struct Sent {
  std::uint32_t from, to;
};

RankPairs pairs_of(const std::vector<Sent>& all, std::size_t most) {
  RankPairs pairs(most);
  for (const Sent& sent : all)
    pairs.add(sent.to, {{sent.from, {.messages = 1, .bytes = 10, .waited = 3}}});
  for (const Sent& sent : all) pairs.add_waits(sent.from, {{sent.to, 5}});
  return pairs;
}

TEST(RankPairs, NeighborsShareABinWhereThereAreTooMany) {
  std::vector<Sent> all;
  for (std::uint32_t from = 0; from < 16; ++from)
    for (std::uint32_t to = 0; to < 16; ++to) all.push_back({from, to});
  EXPECT_EQ(pairs_of(all, 256).shift(), 0u);
  const RankPairs pairs = pairs_of(all, 64);
  EXPECT_EQ(pairs.shift(), 1u);
  ASSERT_EQ(pairs.pairs().size(), 64u);
  for (const auto& [pair, sums] : pairs.pairs())
    EXPECT_EQ(sums, (PairSums{.messages = 4, .bytes = 40, .waited = 12, .sender_waited = 20}));
}

TEST(RankPairs, TheOrderMakesNoDifference) {
  std::mt19937 random(1);
  std::vector<Sent> all;
  for (std::uint32_t rank = 0; rank < 1000; ++rank) all.push_back({rank * 7919 % 1024, rank});
  const std::string first = pairs_of(all, 50).bytes();
  for (int i = 0; i < 5; ++i) {
    std::shuffle(all.begin(), all.end(), random);
    EXPECT_EQ(pairs_of(all, 50).bytes(), first);
  }
}

TEST(RankPairs, BytesAreReadBackOrRefused) {
  const RankPairs pairs = pairs_of({{0, 3}, {3, 0}, {70'000, 1}}, 2);
  const std::string bytes = pairs.bytes();
  const base::Result<RankPairs> read = RankPairs::of(bytes);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->pairs(), pairs.pairs());
  EXPECT_EQ(read->shift(), pairs.shift());
  EXPECT_FALSE(RankPairs::of(bytes + "x").ok());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(RankPairs::of(bytes.substr(0, size)).ok()) << size;
}

}  // namespace
}  // namespace tarry::timeline
