// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/files.h"
#include "base/temporary_directory.h"
#include "model/undecided_waits.h"
#include "report/cubex.h"
#include "report/json_report.h"
#include "report/sample_cube.h"
#include "report/wait_statistics_text.h"

namespace tarry::report {
namespace {

using model::CallPathId;
using model::Rank;
using model::SeverityCube;
using model::WaitStatistics;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

SeverityCube cube_with_statistics() {
  SeverityCube cube = sample_cube();
  cube.wait_statistics = sample_statistics();
  return cube;
}

class StatisticsOfWaits : public testing::Test {
 protected:
  std::string path(const std::string& name) { return (directory_.path() / name).string(); }

  const base::TemporaryDirectory directory_ = *base::TemporaryDirectory::make();
};

TEST_F(StatisticsOfWaits, ComeBackFromCubexAndJson) {
  const SeverityCube cube = cube_with_statistics();
  ASSERT_TRUE(write_cubex(cube, path("a.cubex")).ok());
  const auto read = read_cubex(path("a.cubex"));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->wait_statistics, cube.wait_statistics);
  const auto parsed = parse_json_report(json_report(cube, {}));
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->wait_statistics, cube.wait_statistics);
}

TEST_F(StatisticsOfWaits, TellWhichMayBeNone) {
  SeverityCube cube = cube_with_statistics();
  const model::UndecidedWaits some{4, 0.1 + 0.2};
  model::note_undecided("mpi_latesender", some, cube.experiment);
  ASSERT_TRUE(write_cubex(cube, path("a.cubex")).ok());
  const auto parsed = parse_json_report(json_report(cube, {}));
  ASSERT_TRUE(parsed.ok());
  for (const SeverityCube& read : {*read_cubex(path("a.cubex")), *parsed}) {
    EXPECT_EQ(model::undecided_waits(read.experiment, "mpi_latesender"), some);
    EXPECT_EQ(model::undecided_waits(read.experiment, "mpi_barrier_wait"), std::nullopt);
  }
}

// The Cube GUI reads words by their order: five numbers, then one from two waits on, then two from
// five waits on; in the lines below them every second word.
TEST_F(StatisticsOfWaits, HaveTheFormThatTheCubeGuiReads) {
  SeverityCube cube = cube_with_statistics();
  cube.wait_statistics[0].longest.push_back({CallPathId{3}, Rank{1}, 0.25, 2, 1e-9});
  EXPECT_EQ(wait_statistics_text(cube),
            "PatternName Count Mean Median Minimum Maximum Sum Variance Quartil25 Quartil75\n"
            "mpi_latesender 6 0.22916666666666666 0.25 0.30000000000000004 0.5 1.375 0.125 0.2 "
            "0.45\n"
            "- cnode 2 enter: 0.5 exit: 1 duration: 0.5 rank: 2\n"
            "- cnode 3 enter: 0.25 exit: 2 duration: 1e-09 rank: 1\n"
            "\n"
            "mpi_barrier_wait 1 0.125 0.125 0.125 0.125 0.125\n"
            "\n");
}

// Scalasca's own layout, from its sources: numbers with ten decimals, and a variance that rounding
// has made negative. The report is one of another tool.
TEST_F(StatisticsOfWaits, OfScalascaStandBesideTheReport) {
  const std::string text =
      "PatternName               Count      Mean    Median      Minimum      Maximum      Sum     "
      "Variance    Quartil25    Quartil75\n"
      "mpi_latesender                     2 0.3000000 0.3000000 0.3000000000 0.3000000000 "
      "0.6000000000 -0.0000000001\n"
      "- cnode 2 enter: 0.5000000000 exit: 1.0000000000 duration: 0.3000000000 rank: 3\n"
      "- cnode 77 enter: 0.5000000000 exit: 1.0000000000 duration: 0.3000000000 rank: 3\n"
      "\n"
      "mpi_unknown                        1 0.3000000 0.3000000 0.3 0.3 0.3\n"
      "\n";
  ASSERT_TRUE(write_cubex(sample_cube(), path("scout.cubex")).ok());
  std::string archive = *base::read_file(path("scout.cubex"));
  const auto replace_all = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = archive.find(from, at)) != std::string::npos; at += to.size())
      archive.replace(at, from.size(), to);
  };
  replace_all("tarry.program", "other.program");
  replace_all("checksums.tarry", "checksums.other");
  ASSERT_TRUE(base::write_file(path("scout.cubex"), archive).ok());
  EXPECT_THAT(read_cubex(path("scout.cubex"))->wait_statistics, IsEmpty());

  ASSERT_TRUE(base::write_file(path("scout.stat"), text).ok());
  const auto read = read_cubex(path("scout.cubex"));
  ASSERT_TRUE(read.ok());
  EXPECT_THAT(read->wait_statistics,
              ElementsAre(WaitStatistics{
                  {2, 0.6, 0.3, 0.3, 0.3, 0.3, 0, 0, 0, {{CallPathId{2}, Rank{3}, 0.5, 1.0, 0.3}}},
                  "mpi_latesender"}));

  ASSERT_TRUE(base::write_file(path("scout.stat"), "PatternName\nmpi_latesender 2 x\n").ok());
  const auto damaged = read_cubex(path("scout.cubex"));
  ASSERT_TRUE(damaged.ok());
  EXPECT_THAT(damaged->wait_statistics, IsEmpty());
  EXPECT_THAT(damaged->experiment.warnings.back(),
              HasSubstr("the statistics of waits in 'scout.stat' were not read"));
}

TEST_F(StatisticsOfWaits, OfOurReportsAreNotTakenFromAFileBesideThem) {
  ASSERT_TRUE(write_cubex(sample_cube(), path("ours.cubex")).ok());
  ASSERT_TRUE(write_statistics_beside(cube_with_statistics(), path("ours.cubex")).ok());
  EXPECT_THAT(*base::read_file(path("ours.stat")), HasSubstr("mpi_latesender 6 "));
  EXPECT_THAT(read_cubex(path("ours.cubex"))->wait_statistics, IsEmpty());
  ASSERT_TRUE(write_statistics_beside(sample_cube(), path("ours.cubex")).ok());
  EXPECT_FALSE(base::read_file(path("ours.stat")).ok());
  ASSERT_TRUE(base::write_file(path("ours.stat"), "somebody else's").ok());
  ASSERT_TRUE(write_statistics_beside(sample_cube(), path("ours.cubex")).ok());
  EXPECT_TRUE(base::read_file(path("ours.stat")).ok());
}

TEST_F(StatisticsOfWaits, DamagedOnesAreErrors) {
  SeverityCube cube = sample_cube();
  for (const char* text :
       {"", "nothing\n", "PatternName\n- cnode 2 enter: 0 exit: 1 duration: 1 rank: 1\n",
        "PatternName\nmpi_latesender 0 1 1 1 1 1\n", "PatternName\nmpi_latesender 1 1 1 1 1\n",
        "PatternName\nmpi_latesender 1 1 1 1 inf 1\n", "PatternName\nmpi_latesender 1 1 1 1 -1 1\n",
        "PatternName\nmpi_latesender 1 1 1 1 1 1\n- cnode 2 enter: nan exit: 1 duration: 1\n",
        "PatternName\nmpi_latesender 1 1 1 1 1 1\n- cnode 2\n"})
    EXPECT_FALSE(read_wait_statistics(text, {{2, CallPathId{2}}}, cube).ok()) << text;
  EXPECT_THAT(cube.wait_statistics, IsEmpty());
}

}  // namespace
}  // namespace tarry::report
