// SPDX-License-Identifier: BSD-3-Clause
#include "score/suggestion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "filter/parser.h"
#include "score/sample_run.h"

namespace tarry::score {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class SuggestionTest : public testing::Test {
 protected:
  [[nodiscard]] Suggestion below(double trace_bytes) const {
    return suggest(cube, regions_of(cube), {trace_bytes, 0});
  }
  // Returns the size of the whole trace without the regions of these call paths.
  [[nodiscard]] double size_without(const std::vector<std::size_t>& gone) const {
    std::vector<bool> excluded(cube.callpaths.size());
    for (const std::size_t region : gone) excluded[region] = true;
    const std::vector<CubeRegion> regions = regions_of(cube);
    return Estimator(cube, regions).of(excluded).trace_bytes();
  }

  model::SeverityCube cube = sample_run();
};

TEST_F(SuggestionTest, ATraceThatFitsNeedsNoFilter) {
  const Suggestion made = below(1e9);
  EXPECT_TRUE(made.meets_target);
  EXPECT_THAT(made.names, IsEmpty());
}

// `tiny` has more bytes than `small` in less time.
TEST_F(SuggestionTest, MostBytesForTheirTimeGoFirst) {
  const Suggestion made = below(size_without({kTiny}) / (1 - kKeptFree) + 1);
  EXPECT_TRUE(made.meets_target);
  EXPECT_THAT(made.names, ElementsAre("tiny"));
  EXPECT_EQ(made.result.trace_bytes(), size_without({kTiny}));
}

TEST_F(SuggestionTest, GoesOnUntilItFits) {
  const Suggestion made = below(size_without({kTiny, kSmall}) / (1 - kKeptFree) + 1);
  EXPECT_TRUE(made.meets_target);
  EXPECT_THAT(made.names, ElementsAre("tiny", "small"));
}

// `small` is excluded first because of its little time. Once `tiny` is excluded too, `small` has
// room again.
TEST_F(SuggestionTest, GivesBackWhatHasRoomAgain) {
  cube.set_row(model::metric::time, model::CallPathId{kSmall}, {1e-6, 1e-6, 0});
  const Suggestion made = below(size_without({kTiny}) / (1 - kKeptFree) + 1);
  EXPECT_TRUE(made.meets_target);
  EXPECT_THAT(made.names, ElementsAre("tiny"));
}

TEST_F(SuggestionTest, PathsToCommunicationStay) {
  const Suggestion made = below(1);
  EXPECT_FALSE(made.meets_target);
  EXPECT_THAT(made.names, ElementsAre("tiny", "small"));
  EXPECT_FALSE(made.excluded[kSolve]);
}

// A rule for the name would exclude both regions.
TEST_F(SuggestionTest, ANameSharedWithAPathToCommunicationStays) {
  cube.callpaths[kSmall].region = "solve";
  EXPECT_THAT(below(1).names, ElementsAre("tiny"));
}

TEST_F(SuggestionTest, TheEventLogOfAProcessMayBeTheTarget) {
  const std::vector<CubeRegion> regions = regions_of(cube);
  const double present = Estimator(cube, regions).of(std::vector<bool>(6)).largest_process().log;
  const Suggestion made = suggest(cube, regions, {0, present / 2});
  EXPECT_TRUE(made.meets_target);
  EXPECT_LE(made.result.largest_process().log, present / 2);
}

TEST_F(SuggestionTest, TheFilterLeavesOutWhatWasChosen) {
  cube.callpaths[kTiny].region = "operator new[]<a, b>";
  const Suggestion made = below(1);
  const auto filter = filter::parse_filter(filter_text(made.names, {"why"}), "f");
  ASSERT_TRUE(filter.ok()) << filter.error().message();
  EXPECT_EQ(excluded_by(*filter, regions_of(cube)), made.excluded);
}

}  // namespace
}  // namespace tarry::score
