// SPDX-License-Identifier: BSD-3-Clause
#include "report/summary_warnings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/artificial_regions.h"
#include "report/sample_cube.h"

namespace tarry::report {
namespace {

using model::CallPathId;
using testing::ElementsAre;
using testing::IsEmpty;

void add_path(model::SeverityCube& cube, CallPathId parent, const char* region,
              std::vector<double> visits) {
  cube.callpaths.push_back({parent, region, "", 0, "artificial", "measurement_system"});
  const CallPathId path{static_cast<std::uint32_t>(cube.callpaths.size() - 1)};
  cube.set_row(cube.find("visits"), path, std::move(visits));
}

TEST(SummaryWarnings, NothingIsSaidOfWhatIsAsUsual) {
  EXPECT_THAT(summary_warnings(sample_cube()), IsEmpty());
  EXPECT_THAT(summary_warnings(model::SeverityCube{}), IsEmpty());
}

TEST(SummaryWarnings, PathsThatAreTooDeepAreCounted) {
  model::SeverityCube cube = sample_cube();
  add_path(cube, CallPathId{1}, model::kCutPaths, {3, 0, 4, 0});
  // Another bound, which is reported elsewhere.
  add_path(cube, CallPathId{0}, model::kCutPaths, {9, 9, 9, 9});
  EXPECT_THAT(summary_warnings(cube),
              ElementsAre("visits of call paths that are deeper than --profile-depth: 7"));
}

TEST(SummaryWarnings, ThreadsThatOnlyPausedAreCounted) {
  model::SeverityCube cube;
  cube.add_catalogue();
  for (std::uint32_t rank = 0; rank < 2; ++rank)
    cube.locations.push_back({model::Rank{rank}, 0, "n1", "cpu"});
  add_path(cube, CallPathId{}, "wave", {1, 1});
  add_path(cube, CallPathId{0}, model::kMeasurementOff, {1, 1});
  add_path(cube, CallPathId{0}, "main", {0, 1});
  EXPECT_THAT(summary_warnings(cube), ElementsAre("locations that recorded only pauses: 1"));
}

}  // namespace
}  // namespace tarry::report
