// SPDX-License-Identifier: BSD-3-Clause
// The oracle must be able to fail, for every kind of line and for everything that no line
// announces.
#include "cases/case_check.h"

#include <gtest/gtest.h>

#include "cases/permuted_case.h"
#include "trace/synthetic/case_parser.h"

namespace tarry::testing {
namespace {

using model::CallPathId;
using model::LocationIndex;

// The cube has one rank, the call path main/MPI_Recv, and a Late Sender of 2 there.
model::SeverityCube sample_cube() {
  model::SeverityCube cube;
  cube.add_catalogue();
  cube.callpaths = {{CallPathId{}, "main", "", 0, "function", "compiler"},
                    {CallPathId{0}, "MPI_Recv", "", 0, "point2point", "mpi"}};
  cube.locations = {{model::Rank{0}, 0, "node", "cpu"}};
  cube.set(model::metric::mpi_latesender, CallPathId{1}, LocationIndex{0}, 2.0);
  return cube;
}

std::vector<std::string> failures(const std::string& lines, const model::SeverityCube& cube) {
  const auto parsed = trace::synthetic::parse_case("ranks 1\n" + lines, "x.case");
  EXPECT_TRUE(parsed.ok()) << parsed.error().message();
  return check_expectations(*parsed, cube);
}

using Lines = std::vector<std::string>;

TEST(CaseCheck, HoldsOrNamesTheLine) {
  const model::SeverityCube cube = sample_cube();
  EXPECT_EQ(failures("expect mpi_latesender rank=0 path=main/MPI_Recv value=2\n", cube), Lines{});
  EXPECT_EQ(failures("\nexpect mpi_latesender rank=0 path=main/MPI_Recv value=2.001\n", cube),
            Lines{"x.case:3: mpi_latesender of rank 0 at main/MPI_Recv is 2, expected 2.001"});
  EXPECT_EQ(failures("expect-total mpi_latesender 3\nexpect-more mpi_latesender\n", cube),
            Lines{"x.case:2: the total of mpi_latesender is 2, expected 3"});
}

TEST(CaseCheck, WaitsThatNobodyAnnouncedAreFailures) {
  const Lines unexpected{
      "x.case: mpi_latesender of rank 0 at main/MPI_Recv is 2, expected nothing"};
  EXPECT_EQ(failures("", sample_cube()), unexpected);
  EXPECT_EQ(failures("expect-none mpi_latesender\n", sample_cube()), unexpected);
  EXPECT_EQ(failures("expect-more mpi_latesender\n", sample_cube()), Lines{});
  EXPECT_EQ(failures("expect mpi_latesender rank=0 path=main value=0\n", sample_cube()),
            unexpected);
}

TEST(CaseCheck, RanksInReverseOrderHaveTheirValuesAtOtherPlaces) {
  model::SeverityCube cube = sample_cube();
  cube.locations.push_back({model::Rank{1}, 0, "node", "cpu"});
  cube.experiment.ranks = 2;
  cube.set_row(model::metric::mpi_latesender, CallPathId{1}, {2.0, 0.0});
  model::SeverityCube reversed = cube;
  reversed.set_row(model::metric::mpi_latesender, CallPathId{1}, {0.0, 2.0});
  EXPECT_EQ(differences_of_permuted(cube, reversed), Lines{});
  EXPECT_EQ(differences_of_permuted(cube, cube).size(), 2u);
  reversed.experiment.warnings = {"more"};
  EXPECT_EQ(differences_of_permuted(cube, reversed), Lines{"warnings differ with other ranks"});
}

TEST(CaseCheck, WarningsAreAnnouncedByTextAndNumber) {
  model::SeverityCube cube;
  cube.add_catalogue();
  cube.experiment.warnings = {"12 messages against the clock"};
  EXPECT_EQ(failures("expect-anomaly \"the clock\" 12\n", cube), Lines{});
  EXPECT_EQ(failures("expect-anomaly \"the clock\" 2\n", cube),
            (Lines{"x.case:2: no warning has \"the clock\" and 2",
                   "x.case: unexpected warning: 12 messages against the clock"}));
}

}  // namespace
}  // namespace tarry::testing
