// SPDX-License-Identifier: BSD-3-Clause
#include "cli/closing_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tarry::cli {
namespace {

using model::CallPathId;
using model::LocationIndex;
using testing::ElementsAre;

model::SeverityCube cube() {
  model::SeverityCube out;
  out.add_catalogue();
  out.callpaths = {{CallPathId{}, "main", "", 0, "function", "compiler"},
                   {CallPathId{0}, "exchange", "", 0, "function", "compiler"},
                   {CallPathId{1}, "MPI_Recv", "", 0, "point2point", "mpi"},
                   {CallPathId{0}, "MPI_Barrier", "", 0, "barrier", "mpi"}};
  out.locations = {{model::Rank{0}, 0, "h", "cpu"}, {model::Rank{1}, 0, "h", "cpu"}};
  for (std::uint32_t location = 0; location < 2; ++location)
    out.set(out.find("time"), CallPathId{0}, LocationIndex{location}, 5.0);
  return out;
}

TEST(ClosingLines, NameTheWorstOperationAndItsCallers) {
  model::SeverityCube c = cube();
  c.set(c.find("mpi_latesender"), CallPathId{2}, LocationIndex{1}, 3.0);
  c.set(c.find("mpi_latesender_wo"), CallPathId{2}, LocationIndex{1}, 2.0);  // part of the 3
  c.set(c.find("mpi_barrier_wait"), CallPathId{3}, LocationIndex{0}, 1.0);
  EXPECT_THAT(
      closing_lines(c),
      ElementsAre("40.0 % of the time is waiting for other processes (4 s of 10 s, summed "
                  "over all locations)",
                  "most of it (75 %) lies in MPI_Recv, called from main > exchange: MPI Late "
                  "Sender"));
}

TEST(ClosingLines, NothingWaits) {
  EXPECT_THAT(closing_lines(cube()),
              ElementsAre("0.0 % of the time is waiting for other processes (0 s of 10 s, summed "
                          "over all locations)"));
  EXPECT_THAT(closing_lines({}), ElementsAre("the trace has no time in it"));
}

}  // namespace
}  // namespace tarry::cli
