// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/align.h"

#include <gtest/gtest.h>

#include <random>

namespace tarry::compressed {
namespace {

std::size_t common_length(const std::vector<std::uint32_t>& a,
                          const std::vector<std::uint32_t>& b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1,
                                              std::vector<std::size_t>(b.size() + 1, 0));
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j)
      table[i][j] = a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1
                                         : std::max(table[i - 1][j], table[i][j - 1]);
  return table[a.size()][b.size()];
}

std::vector<std::uint32_t> random_numbers(std::mt19937& random, std::size_t size, unsigned range) {
  std::vector<std::uint32_t> out(size);
  for (std::uint32_t& number : out) number = static_cast<std::uint32_t>(random() % range);
  return out;
}

void expect_longest(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  const Pairs pairs = align(a, b);
  EXPECT_EQ(pairs.size(), common_length(a, b));
  EXPECT_GE(most_common(a, b), pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_EQ(a[pairs[i].first], b[pairs[i].second]);
    if (i == 0) continue;
    EXPECT_LT(pairs[i - 1].first, pairs[i].first);
    EXPECT_LT(pairs[i - 1].second, pairs[i].second);
  }
}

TEST(Align, FindsALongestCommonSubsequence) {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round)
    expect_longest(random_numbers(random, random() % 20, 4),
                   random_numbers(random, random() % 20, 4));
  expect_longest({}, {1});
  expect_longest({1, 2, 3}, {1, 2, 3});
}

TEST(Align, KnowsItsCells) {
  const std::vector<std::uint32_t> a{1, 2, 3, 4, 5};
  const std::vector<std::uint32_t> b{1, 7, 8, 9, 6, 5};
  EXPECT_EQ(cells_to_align(a, b), 3u * 4u);
  EXPECT_EQ(cells_to_align(a, a), 0u);
}

// The lists are longer than one table can hold, so they are split.
TEST(Align, SplitsLongLists) {
  std::mt19937 random(6);
  expect_longest(random_numbers(random, 1500, 5), random_numbers(random, 1300, 5));
}

}  // namespace
}  // namespace tarry::compressed
