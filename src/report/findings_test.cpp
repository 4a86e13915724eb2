// SPDX-License-Identifier: BSD-3-Clause
#include "report/findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/cube_types.h"
#include "report/json_report.h"
#include "report/sample_cube.h"
#include "report/text_report.h"

namespace tarry::report {
namespace {

using testing::HasSubstr;

TEST(Findings, AsSentence) {
  EXPECT_EQ(finding_text(sample_cube(), sample_finding()),
            "main/solve on rank 0 takes 500.0 ms too long and costs others 1.375 s of waiting: "
            "MPI_Recv on rank 1 (Late Sender, 500.0 ms), from there MPI_Recv on rank 2 (Late "
            "Sender, 875.0 ms); removing this excess would shorten the run by 250.0 ms (10.0 %).");
  model::Finding without_gain = sample_finding();
  without_gain.gain_s = 0;
  EXPECT_TRUE(finding_text(sample_cube(), without_gain)
                  .ends_with("removing this excess would not shorten the run."));
}

TEST(Findings, SayHowSureTheGainIsAndWhatItTakes) {
  model::Finding finding = sample_finding();
  finding.gain_low_s = 0.2;
  finding.gain_high_s = 0.375;
  finding.together_with = {1};
  EXPECT_EQ(gain_text(sample_cube(), finding),
            "removing this excess and that of finding 2 would shorten the run by 250.0 ms (10.0 %, "
            "200.0 ms to 375.0 ms)");
  finding.together_with = {0, 2};
  EXPECT_THAT(gain_text(sample_cube(), finding),
              HasSubstr("and that of findings 1,3 would shorten"));
}

TEST(Findings, WithoutVictims) {
  model::Finding finding = sample_finding();
  finding.victims.clear();
  EXPECT_THAT(finding_text(sample_cube(), finding), HasSubstr("1.375 s of waiting; removing this"));
}

TEST(Findings, NameThreads) {
  model::Finding finding = sample_finding();
  finding.threads = {1};
  finding.victims.front().threads = {0, 2, 3};
  EXPECT_TRUE(finding_text(sample_cube(), finding)
                  .starts_with("main/solve on rank 0, thread 1 takes 500.0 ms too long"));
  SeverityCube cube = sample_cube();
  cube.experiment.ranks = 1;
  EXPECT_EQ(cause_name(cube, finding), "main/solve on thread 1");
  EXPECT_TRUE(chain_text(cube, finding).starts_with("MPI_Recv on threads 0,2-3 (Late Sender"));
  finding.victims.front().metric = "omp_idle_threads";
  EXPECT_TRUE(chain_text(sample_cube(), finding).starts_with("idle threads on rank 1 (500.0 ms)"));
}

TEST(Findings, TellRegionsOfTheSameNameApart) {
  SeverityCube cube = sample_cube();
  cube.callpaths.push_back({CallPathId{0}, "MPI_Recv", "", 0, "point2point", "mpi"});
  cube.callpaths.push_back({CallPathId{1}, "solve", "", 0, "function", "compiler"});
  cube.callpaths.push_back({CallPathId{5}, "MPI_Recv", "", 0, "point2point", "mpi"});
  model::Finding finding = sample_finding();
  finding.victims.front().callpath = CallPathId{4};
  EXPECT_TRUE(chain_text(cube, finding).starts_with("main/MPI_Recv on rank 1 (Late"));
  EXPECT_THAT(chain_text(cube, finding), HasSubstr("from there solve/MPI_Recv on rank 2 (Late"));
  finding.victims.front().callpath = CallPathId{6};
  EXPECT_TRUE(chain_text(cube, finding).starts_with("solve/solve/MPI_Recv on rank 1 (Late"));
  EXPECT_THAT(chain_text(cube, finding), HasSubstr("main/solve/MPI_Recv on rank 2 (Late"));
  finding.victims.front().callpath = CallPathId{3};
  EXPECT_THAT(chain_text(cube, finding), HasSubstr("from there MPI_Recv on rank 2 (Late"));
}

TEST(Findings, StandAtTheTop) {
  SeverityCube cube = sample_cube();
  cube.findings.push_back(sample_finding());
  const std::string text = text_report(cube, {}, {});
  EXPECT_LT(text.find("  1. solve (wave.c:42) on rank 0 takes 500.0 ms too long.\n"),
            text.find("of the time is waiting"));
  EXPECT_LT(text.find("of the time is waiting"), text.find("Metric "));
}

TEST(Findings, SurviveJson) {
  SeverityCube cube = sample_cube();
  cube.findings.push_back(sample_finding());
  model::Finding& finding = cube.findings.back();
  finding.threads = finding.victims.back().threads = {2};
  finding.gain_low_s = 0.125;
  finding.gain_high_s = 0.5;
  finding.gain_alone_s = 0.0625;
  finding.explained = false;
  finding.together_with = {1, 3};
  finding.depends_on = {"polling"};
  const base::Result<SeverityCube> read = parse_json_report(json_report(cube, {}));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->findings, cube.findings);
}

TEST(Findings, ThoseThatMakeNoSenseAreLeftOut) {
  for (const char* text :
       {"", "[", "{}", "[1]", "[{}]", R"([{"callpath": 99}])", R"([{"callpath": -1}])",
        R"([{"callpath": 1, "victims": [{"callpath": 4}]}])",
        R"([{"callpath": 1, "episode": {"cause": {"callpath": 1, "location": 4}}}])"}) {
    SeverityCube cube = sample_cube();
    read_findings(std::string_view(text), cube);
    EXPECT_TRUE(cube.findings.empty()) << text;
  }
}

}  // namespace
}  // namespace tarry::report
