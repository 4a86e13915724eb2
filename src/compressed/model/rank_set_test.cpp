// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/rank_set.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace tarry::compressed {
namespace {

std::string text(const RankSet& set) {
  std::string out;
  for (const RankList& list : set.lists()) {
    out += "<" + std::to_string(list.dimensions.size()) + " " + std::to_string(list.start);
    for (const RankList::Dimension& d : list.dimensions)
      out += " " + std::to_string(d.length) + " " + std::to_string(d.stride);
    out += ">";
  }
  return out;
}

// X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel Applications",
// sections 2.2 and 3.2.3: the inner points of grids of 5 x 5, 4 x 4 and 6 x 6.
TEST(RankSet, HasTheFormOfTheSpecification) {
  EXPECT_EQ(text(RankSet::of_sorted({6, 7, 8, 11, 12, 13, 16, 17, 18})), "<2 6 3 5 3 1>");
  EXPECT_EQ(text(RankSet::of_sorted({5, 6, 9, 10})), "<2 5 2 4 2 1>");
  EXPECT_EQ(text(RankSet::of_sorted({7, 8, 9, 10, 13, 14, 15, 16, 19, 20, 21, 22, 25, 26, 27, 28})),
            "<2 7 4 6 4 1>");
}

TEST(RankSet, ReadsTheFormOfTheSpecification) {
  const RankSet set = RankSet::of_lists({{6, {{3, 5}, {3, 1}}}});
  EXPECT_EQ(set.ranks(), (std::vector<std::uint32_t>{6, 7, 8, 11, 12, 13, 16, 17, 18}));
  EXPECT_TRUE(set.contains(12));
  EXPECT_FALSE(set.contains(10));
}

TEST(RankSet, EdgesOfAGridAreOneListWhateverItsSize) {
  std::vector<std::uint32_t> left;
  for (std::uint32_t y = 1; y < 99; ++y) left.push_back(y * 100);
  EXPECT_EQ(text(RankSet::of_sorted(left)), "<1 100 98 100>");
  EXPECT_EQ(text(RankSet::of_sorted({0, 99, 9900, 9999})), "<2 0 2 9900 2 99>");
}

TEST(RankSet, UnitesAnySets) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    std::set<std::uint32_t> a;
    std::set<std::uint32_t> b;
    for (int i = 0; i < 12; ++i) {
      a.insert(static_cast<std::uint32_t>(random() % 30));
      b.insert(static_cast<std::uint32_t>(random() % 30));
    }
    RankSet united = RankSet::of_sorted({a.begin(), a.end()});
    united.unite(RankSet::of_sorted({b.begin(), b.end()}));
    a.insert(b.begin(), b.end());
    const std::vector<std::uint32_t> all(a.begin(), a.end());
    EXPECT_EQ(united.ranks(), all);
    EXPECT_EQ(united, RankSet::of_sorted(all));
    EXPECT_EQ(united.size(), all.size());
    for (std::uint32_t rank = 0; rank < 32; ++rank)
      EXPECT_EQ(united.contains(rank), a.contains(rank));
  }
}

// Lists may interleave, come in any order, or occur twice.
TEST(RankSet, ListsMayOverlap) {
  const std::vector<RankList> lists = {{40, {{3, 5}}}, {0, {{2, 3}, {3, 2}}},
                                       {1, {}},        {2, {{4, 1}, {2, 50}}},
                                       {45, {}},       {3, {{9, 6}}}};
  const std::vector<std::uint32_t> expected = {0,  1,  2,  3,  4,  5,  7,  9,  15, 21, 27,
                                               33, 39, 40, 45, 50, 51, 52, 53, 54, 55};
  EXPECT_EQ(RankSet::of_lists(lists).ranks(), expected);
  EXPECT_EQ(RankSet::of_lists(lists), RankSet::of_sorted(expected));
}

TEST(RankSet, BlocksSideBySideGrow) {
  RankSet set = RankSet::first(1024);
  RankSet upper = RankSet::of_lists({{1024, {{1024, 1}}}});
  set.unite(upper);
  EXPECT_EQ(set, RankSet::first(2048));
}

}  // namespace
}  // namespace tarry::compressed
