// SPDX-License-Identifier: BSD-3-Clause
// Tests programs for any number of ranks: what stands in the code for the formulas of known
// programs, and what is refused. tests/e2e/any_size_test.py runs such programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "compressed/emit/generate.h"
#include "compressed/extrapolate/extrapolate.h"
#include "compressed/format/parser.h"
#include "compressed/synthetic/programs.h"

namespace tarry::emit {
namespace {

using compressed::extents_of;
using compressed::NamedTrace;
using testing::HasSubstr;
using testing::Not;

using Sizes = std::vector<std::uint32_t>;

const std::vector<Sizes> kLines{{4}, {6}, {8}, {12}};
const std::vector<Sizes> kPlanes{{3, 4}, {4, 5}, {5, 3}, {6, 6}};
const std::vector<Sizes> kBoxes{{3, 3, 4}, {3, 5, 3}, {4, 4, 4}, {5, 4, 3}, {4, 3, 5}};

base::Result<Generated> made(std::string_view program, const std::vector<Sizes>& grids,
                             Computation computation = Computation::None) {
  std::vector<NamedTrace> traces;
  for (const Sizes& each : grids) {
    const auto ranks = static_cast<std::uint32_t>(extents_of(each).ranks());
    traces.push_back({compressed::extents_text(extents_of(each)),
                      compressed::synthetic::compressed_program({program, ranks, 3, 1, each})});
  }
  auto formulas = compressed::fit_formulas(std::move(traces));
  if (!formulas.ok()) return formulas.error();
  return generate(*formulas, {Language::C, computation, true});
}

std::string text_of(std::string_view program, const std::vector<Sizes>& grids) {
  auto text = made(program, grids);
  EXPECT_TRUE(text.ok()) << (text.ok() ? "" : text.error().message());
  return text.ok() ? text->text : "";
}

std::string refusal(std::string_view program, const std::vector<Sizes>& grids) {
  auto text = made(program, grids);
  EXPECT_FALSE(text.ok());
  return text.ok() ? "" : text.error().message();
}

TEST(AnySize, OpenStencilNamesNeighborsByFormulas) {
  const std::string text = text_of("stencil-2d", kPlanes);
  EXPECT_THAT(text, HasSubstr("rank + offsets[part]["));
  EXPECT_THAT(text, HasSubstr("-1, 1, -x, x"));
  EXPECT_THAT(text, HasSubstr("//   4  x middle, y middle"));
  EXPECT_THAT(text, Not(HasSubstr("RANKS")));
}

TEST(AnySize, PeriodicStencilStepsInTheGrid) {
  const std::string text = text_of("torus-2d", kPlanes);
  EXPECT_THAT(text, HasSubstr("neighbor(-1, 0)"));
  EXPECT_THAT(text, HasSubstr("neighbor(0, 1)"));
  EXPECT_THAT(text, Not(HasSubstr("part_of")));
}

TEST(AnySize, BoxesHaveThreeExtents) {
  EXPECT_THAT(text_of("torus-3d", kBoxes), HasSubstr("neighbor(0, 0, -1)"));
  EXPECT_THAT(text_of("stencil-3d", kBoxes), HasSubstr("-x*y"));
}

TEST(AnySize, PassesGrowWithTheRanks) {
  const std::string text = text_of("master-worker", kLines);
  EXPECT_THAT(text, HasSubstr("< x - 1;"));
  EXPECT_THAT(text, HasSubstr("if (at.x == 0)"));
}

TEST(AnySize, ReceivesFromAnySourceStayThat) {
  EXPECT_THAT(text_of("any-worker", kLines), HasSubstr("MPI_ANY_SOURCE"));
}

TEST(AnySize, RowsAndColumnsAreCommunicators) {
  const std::string text = text_of("transpose", kPlanes);
  EXPECT_THAT(text, HasSubstr("(int)(at.y), rank)"));
  EXPECT_THAT(text, HasSubstr("(int)(at.x), rank)"));
}

TEST(AnySize, ExtentsThatAreTheSameInAllTracesAreChecked) {
  EXPECT_THAT(text_of("torus-2d", {{3, 4}, {5, 4}, {7, 4}, {8, 4}}),
              HasSubstr("refuse(\"y must be 4, as in all traces\")"));
}

TEST(AnySize, ComputationIsAModelOfTheRanks) {
  auto text = made("stencil-1d", kLines, Computation::Sleep);
  ASSERT_TRUE(text.ok());
  EXPECT_THAT(text->text, HasSubstr("compute("));
}

TEST(AnySize, SaysWhatIsNotPossible) {
  EXPECT_EQ(refusal("everybody", kLines),
            "some list of values grows with the number of ranks and is no progression, so that no "
            "loop of a program makes it (generate a benchmark for one number of ranks)");
  EXPECT_EQ(refusal("collectives", kLines),
            "a collective operation has counts for each member, which code for any number of "
            "ranks cannot make");
  EXPECT_EQ(refusal("row-rotation", kPlanes),
            "a call names partners on several communicators, which code for any number of ranks "
            "cannot make: MPI_Irecv (in main)");
}

TEST(AnySize, CommunicatorsThatAreListsOfRanksAreRefused) {
  std::vector<NamedTrace> traces;
  for (const std::string last : {"3", "5", "7"}) {
    const std::string ranks = std::to_string(std::stoi(last) + 1);
    auto trace = compressed::parse_sound_text(
        "tarry-compressed-trace 1\nranks " + ranks + "\nprogram p\ncomm 0 MPI_COMM_WORLD [0.." +
            last + "]\ncomm 1 ends [0 " + last + "]\nsite 0 MPI_Barrier\nevent 0 <1 0 2 " + last +
            "> kind=collective op=barrier root=none comm=1 bytes=0 received=0\nend\n",
        ranks);
    ASSERT_TRUE(trace.ok()) << trace.error().message();
    traces.push_back({ranks, std::move(*trace)});
  }
  const auto formulas = compressed::fit_formulas(std::move(traces));
  ASSERT_TRUE(formulas.ok()) << formulas.error().message();
  const auto text = generate(*formulas, {Language::C, Computation::None, true});
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().message(),
            "a communicator is a list of ranks: code for any number of ranks can make those that "
            "are rows, columns or planes of the grid");
}

}  // namespace
}  // namespace tarry::emit
