// SPDX-License-Identifier: BSD-3-Clause
#include "base/shortest_tails.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tarry::base {
namespace {

using testing::ElementsAre;

TEST(ShortestTails, OnePartIfItIsEnough) {
  EXPECT_THAT(shortest_tails({"/data/before.cubex", "/scratch/after.cubex"}),
              ElementsAre("before.cubex", "after.cubex"));
  EXPECT_THAT(shortest_tails({"run1/", "/data/run2//"}), ElementsAre("run1", "run2"));
}

TEST(ShortestTails, MorePartsWhereNamesAreAlike) {
  EXPECT_THAT(shortest_tails({"/d/run1/analysis.cubex", "/d/run2/analysis.cubex", "/d/mean.cubex"}),
              ElementsAre("run1/analysis.cubex", "run2/analysis.cubex", "mean.cubex"));
  EXPECT_THAT(shortest_tails({"/a/x/r", "/b/x/r"}), ElementsAre("a/x/r", "b/x/r"));
}

TEST(ShortestTails, EqualPathsNeedNotDiffer) {
  EXPECT_THAT(shortest_tails({"/data/run", "/data/run"}), ElementsAre("run", "run"));
}

TEST(ShortestTails, APathThatEndsAnotherOneStaysWhole) {
  EXPECT_THAT(shortest_tails({"run", "/data/run"}), ElementsAre("run", "data/run"));
  EXPECT_THAT(shortest_tails({"/run", "run", "/"}), ElementsAre("/run", "run", "/"));
}

}  // namespace
}  // namespace tarry::base
