// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/interventions/reference_level.h"

#include <gtest/gtest.h>

#include <vector>

namespace tarry::analysis {
namespace {

double level(std::vector<double> times) { return reference_level(times).level; }

TEST(ReferenceLevel, OfAllButOneThatIsSlow) {
  EXPECT_EQ(level({2, 9, 2, 2}), 2);
  EXPECT_EQ(level({2, 9}), 2);
  EXPECT_EQ(level({7}), 7);
}

TEST(ReferenceLevel, OfTheFasterHalf) {
  EXPECT_EQ(level({2, 9, 2, 9}), 2);
  EXPECT_EQ(level({1, 3, 9, 11, 2, 10}), 2);
}

TEST(ReferenceLevel, FewFastOnesAreNoMeasure) {
  EXPECT_EQ(level({1, 9, 9, 9}), 9);
  EXPECT_EQ(level({0, 9, 9, 9, 9, 9, 30}), 9);
}

TEST(ReferenceLevel, OfAllIfTheyAreNoGroups) { EXPECT_EQ(level({1, 2, 3, 4, 5}), 3); }

TEST(ReferenceLevel, KnowsHowMuchItDiffers) {
  std::vector<double> times{2, 4, 100, 2, 4};
  const ReferenceLevel reference = reference_level(times);
  EXPECT_EQ(reference.level, 3);
  EXPECT_EQ(reference.spread, 1.4826);
}

TEST(LevelBelow, IsTheNextGroups) {
  const std::vector<double> stages{1, 1, 3, 5};
  EXPECT_EQ(level_below(stages, 5), 3);
  EXPECT_EQ(level_below(stages, 3), 1);
  EXPECT_EQ(level_below(stages, 1), 1);
  const std::vector<double> halves{1.0, 1.25, 5, 5.25};
  EXPECT_EQ(level_below(halves, 5.25), 1.125);
  EXPECT_EQ(level_below(halves, 5), 1.125);
}

}  // namespace
}  // namespace tarry::analysis
