// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/elastic.h"

#include <gtest/gtest.h>

#include "compressed/model/draw.h"

namespace tarry::compressed {
namespace {

Elastic of_rank(std::uint32_t rank, const std::vector<std::int64_t>& values) {
  Sequence sequence;
  for (const std::int64_t value : values) sequence.append(value);
  sequence.seal();
  return Elastic(ElasticPair{std::move(sequence), RankSet(rank)});
}

TEST(Elastic, EqualVectorsShareTheirRanks) {
  Elastic element = of_rank(0, {1, 2, 3});
  element.merge_ranks(of_rank(1, {1, 2, 3}));
  element.merge_ranks(of_rank(2, {9}));
  element.merge_ranks(of_rank(3, {1, 2, 3}));
  ASSERT_EQ(element.pairs().size(), 2u);
  EXPECT_EQ(element.pairs()[0].ranks.ranks(), (std::vector<std::uint32_t>{0, 1, 3}));
  EXPECT_EQ(element.pairs()[1].ranks.ranks(), (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(std::get<Sequence>(*element.of(2)).at(0), 9);
  EXPECT_EQ(element.of(4), nullptr);
  EXPECT_FALSE(element.has_histograms());
  element.merge_ranks(Elastic(ElasticPair{ValueHistogram{{{5, 1}}}, RankSet(4)}));
  EXPECT_TRUE(element.has_histograms());
}

// Many pairs are found by hash, which must not change what is found.
TEST(Elastic, ManyVectorsAreFoundAsWell) {
  Elastic element;
  for (std::uint32_t rank = 0; rank < 300; ++rank)
    element.merge_ranks(of_rank(rank, {static_cast<std::int64_t>(rank % 30), 7}));
  ASSERT_EQ(element.pairs().size(), 30u);
  for (const ElasticPair& pair : element.pairs()) EXPECT_EQ(pair.ranks.size(), 10u);
}

// Ranks are found by an index if there are many pairs, also after more are merged, and in copies.
TEST(Elastic, EachOfManyRanksHasItsValues) {
  constexpr std::uint32_t kRanks = 500;
  const auto expect_all = [](const Elastic& element, std::uint32_t first, std::uint32_t end) {
    for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
      const Values* const values = element.of(rank);
      ASSERT_EQ(values != nullptr, rank >= first && rank < end) << rank;
      if (values == nullptr) continue;
      EXPECT_EQ(std::get<Sequence>(*values).at(0), rank);
    }
  };
  Elastic element;
  for (std::uint32_t rank = 100; rank < 200; ++rank) element.merge_ranks(of_rank(rank, {rank}));
  expect_all(element, 100, 200);
  const Elastic copy = element;
  for (std::uint32_t rank = 200; rank < 300; ++rank) element.merge_ranks(of_rank(rank, {rank}));
  for (std::uint32_t rank = 0; rank < 100; ++rank) element.merge_ranks(of_rank(rank, {rank}));
  expect_all(element, 0, 300);
  expect_all(copy, 100, 200);
  Elastic assigned = copy;
  expect_all(assigned, 100, 200);
  assigned = element;
  expect_all(assigned, 0, 300);
  const Elastic moved = std::move(assigned);
  expect_all(moved, 0, 300);
  EXPECT_EQ(moved, element);
}

TEST(Elastic, HistogramsAreUnited) {
  const auto histogram = [](std::uint32_t rank, std::int64_t value) {
    ValueHistogram values;
    values.counts[value] = 5;
    return Elastic(ElasticPair{values, RankSet(rank)});
  };
  Elastic element = histogram(0, 1);
  element.merge_ranks(histogram(1, 2));
  ASSERT_EQ(element.pairs().size(), 1u);
  EXPECT_TRUE(element.has_histograms());
  EXPECT_EQ(std::get<ValueHistogram>(element.pairs()[0].values).size(), 10u);
}

TEST(Draw, FollowsTheCountsAndDependsOnTheKeyOnly) {
  ValueHistogram histogram;
  histogram.counts = {{-1, 3000}, {4, 1000}};
  const DrawTable table(histogram);
  int minus = 0;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    const DrawKey key{17, 3, 5, 1, i};
    const std::int64_t value = table.draw(key);
    EXPECT_EQ(value, table.draw(key));
    ASSERT_TRUE(value == -1 || value == 4);
    minus += value == -1 ? 1 : 0;
  }
  EXPECT_NEAR(minus, 3000, 150);
  EXPECT_NE(random_bits({17, 3, 5, 1, 0}), random_bits({17, 4, 5, 1, 0}));
  EXPECT_NE(random_bits({17, 3, 5, 1, 0}), random_bits({18, 3, 5, 1, 0}));
}

TEST(Draw, OfTimesStaysBetweenTheSmallestAndTheLargest) {
  TimeHistogram times;
  for (const std::uint64_t ns : {1000u, 1100u, 1450u, 90000u}) times.add(ns);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint64_t ns = draw(times, {1, 2, 3, 4, i});
    EXPECT_GE(ns, 1000u);
    EXPECT_LE(ns, 90000u);
    EXPECT_TRUE(ns < 1536 || ns >= 65536) << ns;  // the bins that got values
  }
  EXPECT_EQ(draw(TimeHistogram{}, {}), 0u);
}

}  // namespace
}  // namespace tarry::compressed
