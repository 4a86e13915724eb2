// SPDX-License-Identifier: BSD-3-Clause
#include "report/finding_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/cube_types.h"
#include "report/sample_cube.h"
#include "report/text_report.h"

namespace tarry::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(FindingLines, SayWhatWhomAndHowMuch) {
  EXPECT_THAT(finding_lines(sample_cube(), sample_finding()),
              ElementsAre("solve (wave.c:42) on rank 0 takes 500.0 ms too long.",
                          "It holds up ranks 1-2 for 1.375 s in MPI_Recv, up to 2 waits away.",
                          "Removing this excess would shorten the run by 250.0 ms (10.0 %)."));
}

TEST(FindingLines, SayHowSureTheGainIs) {
  model::Finding finding = sample_finding();
  finding.gain_low_s = 0.2;
  finding.gain_high_s = 0.375;
  finding.explained = false;
  finding.together_with = {1, 2};
  EXPECT_EQ(finding_lines(sample_cube(), finding).back(),
            "Removing this excess and that of findings 2, 3 would shorten the run by 250.0 ms "
            "(10.0 %; 200.0 ms to 375.0 ms); the evidence is thin.");
  finding.gain_s = 0.0;
  EXPECT_EQ(finding_lines(sample_cube(), finding).back(),
            "Removing this excess would not shorten the run.");
}

TEST(FindingLines, AreTwoIfNobodyIsKnownToWait) {
  model::Finding finding = sample_finding();
  finding.victims.clear();
  EXPECT_EQ(finding_lines(sample_cube(), finding).size(), 2u);
}

TEST(FindingLines, PathsTellPlacesApart) {
  SeverityCube cube = sample_cube();
  const auto add = [&](std::uint32_t parent, const char* region) {
    cube.callpaths.push_back({CallPathId{parent}, region, "", 0, "function", "compiler"});
    return CallPathId{static_cast<std::uint32_t>(cube.callpaths.size() - 1)};
  };
  const CallPathId first = add(0, "relax"), second = add(1, "relax");
  const std::string parent = cube.callpaths[0].region;
  EXPECT_EQ(short_path(cube, first), parent + "/relax");
  EXPECT_EQ(short_path(cube, second), "solve/relax");
  const CallPathId construct = add(second.value, "!$omp parallel @wave.c:7");
  EXPECT_EQ(short_path(cube, construct), "relax (!$omp parallel)");
  add(first.value, "!$omp parallel @wave.c:7");
  EXPECT_EQ(short_path(cube, construct), "solve/relax (!$omp parallel)");
}

TEST(FindingLines, RepeatedFunctionsAreCounted) {
  SeverityCube cube = sample_cube();
  const auto add = [&](CallPathId parent, const char* region) {
    cube.callpaths.push_back({parent, region, "", 0, "function", "compiler"});
    return CallPathId{static_cast<std::uint32_t>(cube.callpaths.size() - 1)};
  };
  CallPathId at{0};
  const CallPathId first = add(at, "relax");
  for (int depth = 0; depth < 200; ++depth) at = add(at, "visit");
  const CallPathId last = add(at, "relax");
  EXPECT_EQ(short_path(cube, last), "visit/relax");
  add(add(at, "visit"), "relax");
  EXPECT_EQ(short_path(cube, last), cube.callpaths[0].region + "/visit (200 times)/relax");
  EXPECT_EQ(short_path(cube, first), cube.callpaths[0].region + "/relax");
}

TEST(FindingLines, AtMostThreeWithoutVerbose) {
  SeverityCube cube = sample_cube();
  cube.findings.assign(5, sample_finding());
  EXPECT_THAT(text_report(cube, {}, {}), HasSubstr("  (-v shows 2 more causes)\n"));
  const std::string all = text_report(cube, {}, {.color = false, .verbose = true});
  EXPECT_THAT(all, HasSubstr("\n  5. solve"));
  EXPECT_THAT(all, HasSubstr("     call path: main/solve\n"));
  EXPECT_THAT(all, Not(HasSubstr("(-v shows")));
}

}  // namespace
}  // namespace tarry::report
