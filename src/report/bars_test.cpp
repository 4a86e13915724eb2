// SPDX-License-Identifier: BSD-3-Clause
#include "report/bars.h"

#include <gtest/gtest.h>

#include <vector>

namespace tarry::report {
namespace {

TEST(DistributionBar, HeightsAreRelativeToTheLargest) {
  const std::vector<double> values = {0.0, 3.0, 8.0, 0.01};
  EXPECT_EQ(distribution_bar(values, 1, true), "·▃█▁");
  EXPECT_EQ(distribution_bar(values, 1, false), ".-@_");
  EXPECT_EQ(distribution_bar(std::vector<double>(4, 2.5), 1, true), "████");
}

TEST(DistributionBar, NothingAndLessThanNothingAreDots) {
  EXPECT_EQ(distribution_bar(std::vector<double>{0.0, 0.0}, 1, true), "··");
  EXPECT_EQ(distribution_bar(std::vector<double>{-1.0, 2.0}, 1, false), ".@");
  EXPECT_EQ(distribution_bar({}, 1, true), "");
}

TEST(DistributionBar, ASlowRankIsSeenAmongMany) {
  std::vector<double> values(1000, 1.0);
  values[700] = 8.0;
  const std::size_t per_cell = values_per_cell(values.size(), 10);
  EXPECT_EQ(per_cell, 100u);
  EXPECT_EQ(distribution_bar(values, per_cell, true), "▁▁▁▁▁▁▁█▁▁");
}

TEST(DistributionBar, TheLastCharacterMayStandForFewer) {
  EXPECT_EQ(values_per_cell(5, 4), 2u);
  EXPECT_EQ(distribution_bar(std::vector<double>{1, 1, 1, 1, 8}, 2, false), "__@");
  EXPECT_EQ(values_per_cell(4, 8), 1u);
  EXPECT_EQ(values_per_cell(0, 8), 1u);
}

TEST(LengthBar, FillsItsPart) {
  EXPECT_EQ(length_bar(1.0, 4, true), "████");
  EXPECT_EQ(length_bar(0.375, 4, true), "█▌  ");
  EXPECT_EQ(length_bar(0.375, 4, false), "#-  ");
  EXPECT_EQ(length_bar(0.0, 4, true), "    ");
  EXPECT_EQ(length_bar(1e-9, 4, true), "▏   ");
  EXPECT_EQ(length_bar(0.99999, 4, false), "####");
  EXPECT_EQ(length_bar(2.0, 2, false), "##");
}

}  // namespace
}  // namespace tarry::report
