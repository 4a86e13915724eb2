// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/rank_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace tarry::compressed {
namespace {

constexpr std::size_t kMostDistances = 8;

std::vector<RankSet> sets_of(const std::vector<std::uint32_t>& numbers) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> ranks;  // by number of the set
  for (std::uint32_t rank = 0; rank < numbers.size(); ++rank) ranks[numbers[rank]].push_back(rank);
  std::vector<RankSet> sets;
  for (const auto& [number, of_set] : ranks) sets.push_back(RankSet::of_sorted(of_set));
  return sets;
}

// Asks for every rank, and returns the index. `numbers` has the set of each rank.
template <typename Number>
RankIndex checked(std::uint32_t ranks, const Number& number_of) {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) numbers.push_back(number_of(rank));
  const std::vector<RankSet> sets = sets_of(numbers);
  std::vector<const RankSet*> pointers;
  for (const RankSet& set : sets) pointers.push_back(&set);
  RankIndex index(pointers);
  std::map<std::uint32_t, std::size_t> place;  // by number of the set
  for (const std::uint32_t number : numbers) place.try_emplace(number, 0);
  std::size_t next = 0;
  for (auto& [number, of_set] : place) of_set = next++;
  for (std::uint32_t rank = 0; rank < ranks; ++rank)
    EXPECT_EQ(index.find(rank), place[numbers[rank]]) << rank;
  EXPECT_EQ(index.find(ranks), std::nullopt);
  EXPECT_LE(index.distances(), kMostDistances);
  EXPECT_LE(index.entries(), ranks);
  return index;
}

constexpr std::uint32_t kRanks = 4096;
constexpr std::uint32_t kRow = 64;

TEST(RankIndex, EachRankForItself) {
  EXPECT_EQ(checked(kRanks, [](std::uint32_t rank) { return rank; }).distances(), 1u);
}

TEST(RankIndex, BlocksRowsAndColumns) {
  EXPECT_EQ(checked(kRanks, [](std::uint32_t rank) { return rank / kRow; }).entries(), kRow);
  EXPECT_EQ(checked(kRanks, [](std::uint32_t rank) { return rank % kRow; }).entries(), kRow);
  const auto cell = [](std::uint32_t rank) { return rank / (8 * kRow) * 8 + rank % kRow / 8; };
  EXPECT_EQ(checked(kRanks, cell).entries(), 64u * 8u);
}

TEST(RankIndex, DiagonalsOfAGrid) {
  const auto index =
      checked(kRanks, [](std::uint32_t rank) { return rank % kRow + kRow - rank / kRow; });
  EXPECT_LE(index.entries(), 2 * kRow);
}

// Each pair has a distance of its own.
TEST(RankIndex, MirroredRanks) {
  checked(kRanks, [](std::uint32_t rank) { return std::min(rank, kRanks - 1 - rank); });
}

// The first and the last rank are far apart, and each other rank is for itself.
TEST(RankIndex, ARangeAroundAllOthers) {
  checked(kRanks, [](std::uint32_t rank) { return rank == kRanks - 1 ? 0 : rank; });
}

TEST(RankIndex, AnySets) {
  std::mt19937 random(7);
  for (const std::uint32_t sets : {2u, 5u, 40u, 1000u})
    checked(2000, [&](std::uint32_t) { return static_cast<std::uint32_t>(random() % sets); });
}

TEST(RankIndex, OfNothingFindsNothing) {
  EXPECT_EQ(RankIndex({}).find(0), std::nullopt);
  const RankSet none;
  EXPECT_EQ(RankIndex({&none}).find(0), std::nullopt);
}

}  // namespace
}  // namespace tarry::compressed
