// SPDX-License-Identifier: BSD-3-Clause
#include "report/lost_cores.h"

#include <gtest/gtest.h>

#include "model/lost_cores.h"
#include "report/findings.h"

namespace tarry::report {
namespace {

using model::CallPathId;
using model::LocationIndex;
using model::SeverityCube;

// Two ranks compute 10 s each; rank 1 stands still for `lost` of them.
SeverityCube cube_with(double lost) {
  SeverityCube cube;
  cube.add_catalogue();
  cube.callpaths.resize(2);
  cube.callpaths[0].region = "main";
  cube.callpaths[1].region = "compute";
  cube.callpaths[1].parent = CallPathId{0};
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    cube.locations.emplace_back();
    cube.locations.back().rank = model::Rank{rank};
  }
  for (std::uint32_t rank = 0; rank < 2; ++rank)
    cube.set(cube.find("comp"), CallPathId{1}, LocationIndex{rank}, 10.0);
  cube.experiment.ranks = 2;
  cube.set(cube.find("lost_cores"), CallPathId{1}, LocationIndex{1}, lost);
  cube.set(cube.find("lost_cores_comp"), CallPathId{1}, LocationIndex{1}, lost);
  cube.set(cube.find("delay_lost_cores__waitfirst"), CallPathId{1}, LocationIndex{1}, lost / 2);
  return cube;
}

TEST(LostCoresFinding, HardlyAnythingIsNoFinding) {
  EXPECT_FALSE(lost_cores(cube_with(0.0)).has_value());
  EXPECT_FALSE(lost_cores(cube_with(0.9)).has_value());
}

TEST(LostCoresFinding, SaysHowManyThreadsHadHowManyCores) {
  SeverityCube cube = cube_with(4.0);
  ASSERT_TRUE(lost_cores(cube).has_value());
  EXPECT_EQ(lost_cores_text(*lost_cores(cube)),
            "2 threads had to share cores: 4.000 s of computation (20.0 %) had no core. The "
            "findings below cover the rest.");
  cube.experiment.attributes[model::kCoresOfRun] = "1";
  cube.experiment.attributes[model::kLostOnCriticalPath] = "2.5";
  const LostCoresFinding found = *lost_cores(cube);
  EXPECT_EQ(found.cost_s, 2.0);
  EXPECT_EQ(found.path_s, 2.5);
  EXPECT_EQ(found.callpath, CallPathId{1});
  EXPECT_EQ(found.ranks, std::vector<model::Rank>{model::Rank{1}});
  EXPECT_EQ(lost_cores_text(found),
            "2 threads ran on 1 core: 4.000 s of computation (20.0 %) had no core, 2.500 s of it "
            "on the critical path. The findings below cover the rest.");
}

TEST(LostCoresFinding, WithCoresForAllOthersHadThem) {
  SeverityCube cube = cube_with(4.0);
  cube.experiment.attributes[model::kCoresOfRun] = "8";
  EXPECT_TRUE(
      lost_cores_text(*lost_cores(cube)).starts_with("Other programs took the cores of 2 threads"));
}

// On an oversubscribed machine, threads that poll take the cores from those that compute.
TEST(LostCoresFinding, CountsTimeInCallsIfMostOfItLiesThere) {
  SeverityCube cube = cube_with(0.4);
  cube.set(cube.find("time"), CallPathId{0}, LocationIndex{0}, 20.0);
  cube.set(cube.find("lost_cores"), CallPathId{0}, LocationIndex{0}, 17.6);
  const auto found = lost_cores(cube);
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->is_mostly_in_calls);
  EXPECT_EQ(found->lost_s, 0.4);
  EXPECT_EQ(found->all_s, 18.0);
  EXPECT_EQ(found->share_of_time, 0.9);
  EXPECT_EQ(found->callpath, CallPathId{0});
  EXPECT_EQ(found->ranks, std::vector<model::Rank>{model::Rank{0}});
  EXPECT_NE(findings_text(cube).find(R"("without_core_s":18.0)"), std::string::npos);
}

TEST(LostCoresFinding, KeepsTheCoresAndTheGainInJson) {
  SeverityCube cube = cube_with(4.0);
  cube.experiment.attributes[model::kCoresOfRun] = "1";
  cube.experiment.attributes[model::kLostOnCriticalPath] = "2.5";
  const std::string text = findings_text(cube);
  SeverityCube again = cube_with(4.0);
  read_findings(std::string_view(text), again);
  EXPECT_EQ(findings_text(again), text);
  EXPECT_EQ(lost_cores(again)->path_s, 2.5);
  EXPECT_EQ(lost_cores(again)->cores, 1u);
}

TEST(LostCoresFinding, StandsInJsonByWhatIsGainedAndIsNotReadAgain) {
  SeverityCube cube = cube_with(4.0);
  const std::string text = findings_text(cube);
  EXPECT_TRUE(text.starts_with(R"([{"kind":"lost_cores","callpath":1,"ranks":[1],"delay_s":4.0)"));
  read_findings(std::string_view(text), cube);
  EXPECT_TRUE(cube.findings.empty());
  model::Finding other;
  other.callpath = CallPathId{1};
  other.gain_s = 1.0;
  cube.findings.push_back(other);
  EXPECT_TRUE(findings_text(cube).starts_with(R"([{"kind":"delay")"));
  cube.experiment.attributes[model::kLostOnCriticalPath] = "2.5";
  EXPECT_TRUE(findings_text(cube).starts_with(R"([{"kind":"lost_cores")"));
}

}  // namespace
}  // namespace tarry::report
