// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/law_text.h"

#include <gtest/gtest.h>

namespace tarry::emit {
namespace {

using compressed::Position;
using compressed::RankLaw;

RankLaw law_of(RankLaw::Kind kind, unsigned axis) {
  RankLaw law;
  law.kind = kind;
  law.axis = axis;
  return law;
}

TEST(LawText, LinesRunFromTheFirstRankToTheLast) {
  EXPECT_EQ(law_text(law_of(RankLaw::Kind::Linear, 1), {"10", "(20 + 5 / size)"}),
            "(10 + ((20 + 5 / size) - 10) * at.y / (y > 1 ? y - 1 : 1))");
}

TEST(LawText, PartsAreChosenByTests) {
  EXPECT_EQ(law_text(law_of(RankLaw::Kind::Borders, 0), {"1", "2", "3"}),
            "(at.x == 0 ? 1 : at.x == x - 1 ? 2 : 3)");
  RankLaw remainder = law_of(RankLaw::Kind::Remainder, RankLaw::kRank);
  remainder.divisor = 3;
  EXPECT_EQ(law_text(remainder, {"1", "2", "3"}), "(rank % 3 == 0 ? 1 : rank % 3 == 1 ? 2 : 3)");
}

TEST(LawText, PlacesAreCountedFromBothEndsOrShares) {
  RankLaw law = law_of(RankLaw::Kind::Positions, RankLaw::kRank);
  law.positions = {
      {Position::From::Low, 2, 1}, {Position::From::High, 0, 1}, {Position::From::Share, 3, 4}};
  EXPECT_EQ(law_text(law, {"1", "2", "3", "4"}),
            "(rank == 2 ? 1 : rank == size - 1 ? 2 : rank == size*3/4 ? 3 : 4)");
}

TEST(LawText, AnEvenLawIsItsPart) {
  EXPECT_EQ(law_text(law_of(RankLaw::Kind::Even, 0), {"7"}), "(7)");
}

}  // namespace
}  // namespace tarry::emit
