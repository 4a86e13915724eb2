// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/grid.h"

#include <gtest/gtest.h>

namespace tarry::compressed {
namespace {

std::string texts(const std::vector<Extents>& all) {
  std::string out;
  for (const Extents& each : all) out += extents_text(each) + " ";
  return out;
}

TEST(Grid, EveryFactorizationIsFoundTheMostBalancedFirst) {
  EXPECT_EQ(texts(factorizations(12, 2)), "3x4 4x3 2x6 6x2 ");
  EXPECT_EQ(texts(factorizations(8, 3)), "2x2x2 ");
  EXPECT_EQ(texts(factorizations(1, 1)), "1 ");
  EXPECT_TRUE(factorizations(7, 2).empty());
}

TEST(Grid, OffsetsGoAroundEachDimension) {
  const Grid grid(extents_of({4, 5}));
  EXPECT_EQ(grid.offset(0, 3), 3u);    // one to the left of x = 0
  EXPECT_EQ(grid.offset(4, 7), 3u);    // the same in the next row
  EXPECT_EQ(grid.offset(0, 16), 16u);  // one below y = 0
  EXPECT_EQ(grid.moved(4, 3), 7u);
  EXPECT_EQ(grid.moved(19, 1 + 4), 0u);  // both dimensions go around
}

// The classes of any extents are boxes that together hold each rank once; those of small extents
// may be empty.
TEST(Grid, ClassesDivideTheRanks) {
  for (const std::vector<std::uint32_t>& sizes : std::vector<std::vector<std::uint32_t>>{
           {1}, {2}, {3}, {7}, {2, 2}, {2, 3}, {3, 3}, {5, 4}, {2, 3, 4}, {3, 3, 3}, {5, 2, 6}})
    for (const Margins margins : {Margins{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 2}, {2, 1}}) {
      const Extents extents = extents_of(sizes);
      const Grid grid(extents);
      const Places places{std::vector<Margins>(sizes.size(), margins)};
      std::uint64_t ranks = 0;
      for (std::uint32_t c = 0; c < places.classes(); ++c) {
        const RankSet members = grid.members(places, c);
        EXPECT_LE(members.lists().size(), 1u);
        ranks += members.size();
        for (const std::uint32_t rank : members.ranks())
          EXPECT_EQ(grid.class_of(places, rank), c) << extents_text(extents) << " rank " << rank;
      }
      EXPECT_EQ(ranks, extents.ranks());
    }
}

// The group of the ranks in the middle of a stencil: <2 5 2 4 2 1> for 16 ranks, and so on.
TEST(Grid, TheMiddleOfAStencilIsOneRankList) {
  const Places places{{{1, 1}, {1, 1}}};
  constexpr std::uint32_t kMiddle = 4;
  EXPECT_EQ(places.name(kMiddle), "x middle, y middle");
  const auto middle = [&](std::uint32_t extent) {
    return Grid(extents_of({extent, extent})).members(places, kMiddle).lists();
  };
  EXPECT_EQ(middle(4), (std::vector<RankList>{{5, {{2, 4}, {2, 1}}}}));
  EXPECT_EQ(middle(5), (std::vector<RankList>{{6, {{3, 5}, {3, 1}}}}));
  EXPECT_EQ(middle(6), (std::vector<RankList>{{7, {{4, 6}, {4, 1}}}}));
  EXPECT_EQ(middle(10), (std::vector<RankList>{{11, {{8, 10}, {8, 1}}}}));
}

TEST(Grid, FibersAreRowsColumnsAndPlanes) {
  const Grid grid(extents_of({4, 5, 2}));
  EXPECT_EQ(grid.fiber(27, 1), 24u);      // row of z = 1, y = 1
  EXPECT_EQ(grid.fiber(27, 2), 23u);      // column
  EXPECT_EQ(grid.fiber(27, 1 + 2), 20u);  // plane
  EXPECT_EQ(grid.fiber(27, 7), 0u);
  EXPECT_EQ(grid.fiber(27, 0), 27u);
}

}  // namespace
}  // namespace tarry::compressed
