// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/spread.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace tarry::replay {
namespace {

using Sums = std::vector<std::uint64_t>;
using testing::ElementsAre;

std::uint64_t sum(const Sums& values) {
  return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
}

TEST(Spread, EqualSumsGoToEverybodyAlike) {
  const Spread one = spread(Sums{8, 8}, Sums{8, 8}, 0);
  EXPECT_THAT(one.to, ElementsAre(4, 4));
  EXPECT_THAT(one.from, ElementsAre(4, 4));
}

TEST(Spread, SumsThatHaveNoWholeProportions) {
  // Of 4 bytes the first column gets 1: the first row has 3 * 1 / 4 = 0 of it, both rows 4 * 1 / 4
  // = 1.
  EXPECT_THAT(spread(Sums{3, 1}, Sums{1, 3}, 0).to, ElementsAre(0, 3));
  EXPECT_THAT(spread(Sums{3, 1}, Sums{1, 3}, 1).to, ElementsAre(1, 0));
}

TEST(Spread, EachPairGetsAboutItsProportion) {
  const Sums sent{1'000'000, 0, 3'000'000, 500'000, 77},
      received{77, 2'000'000, 0, 500'000, 2'000'000};
  const std::uint64_t total = sum(sent);
  for (std::size_t i = 0; i < sent.size(); ++i) {
    const Spread one = spread(sent, received, i);
    for (std::size_t j = 0; j < sent.size(); ++j)
      EXPECT_NEAR(static_cast<double>(one.to[j]),
                  static_cast<double>(sent[i]) * static_cast<double>(received[j]) /
                      static_cast<double>(total),
                  2);
  }
}

// A matrix of 2^36 pairs would not fit into memory.
TEST(Spread, ManyMembers) {
  constexpr std::size_t kMembers = std::size_t{1} << 18;
  const Sums sent(kMembers, 3 * kMembers), received(kMembers, 3 * kMembers);
  const Spread one = spread(sent, received, kMembers / 3);
  EXPECT_EQ(one.to, Sums(kMembers, 3));
  EXPECT_EQ(one.from, Sums(kMembers, 3));
}

TEST(Spread, AnyMatrixHasItsSumsAndEverybodySeesTheSameOne) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 200; ++round) {
    const std::size_t members = 1 + random() % 9;
    Sums sent(members), received(members);
    for (int message = 0; message < 40; ++message) {
      const std::uint64_t bytes = random() % (round % 2 == 0 ? 5 : 1'000'000'000'000);
      sent[random() % members] += bytes;
      received[random() % members] += bytes;
    }
    std::vector<Spread> all;
    for (std::size_t member = 0; member < members; ++member)
      all.push_back(spread(sent, received, member));
    for (std::size_t i = 0; i < members; ++i) {
      EXPECT_EQ(sum(all[i].to), sent[i]);
      EXPECT_EQ(sum(all[i].from), received[i]);
      for (std::size_t j = 0; j < members; ++j) EXPECT_EQ(all[i].to[j], all[j].from[i]);
    }
  }
}

TEST(Spread, TotalsThatDiffer) {
  EXPECT_THAT(spread(Sums{4, 4}, Sums{0, 0}, 0).to, ElementsAre(0, 0));
  for (const auto& [sent, received] :
       {std::pair{Sums{9, 1}, Sums{2, 3}}, {Sums{1, 1}, Sums{7, 9}}}) {
    const Spread first = spread(sent, received, 0), second = spread(sent, received, 1);
    EXPECT_EQ(first.to[1], second.from[0]);
    EXPECT_EQ(first.from[1], second.to[0]);
    EXPECT_LE(sum(first.to), sent[0]);
    EXPECT_LE(sum(second.from), received[1]);
  }
}

}  // namespace
}  // namespace tarry::replay
