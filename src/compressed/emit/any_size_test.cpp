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

TEST(AnySize, WindowsHaveFormulas) {
  const std::string text = text_of("fence-2d", kPlanes);
  EXPECT_THAT(text, HasSubstr("new_window(161280/x);"));
  EXPECT_THAT(text, HasSubstr("{5040/x, 0, 15120/x, 10080/x},"));
  EXPECT_THAT(text,
              HasSubstr("MPI_Put(out, counts_of[part][j], MPI_BYTE, rank + offsets[part][j]"));
}

TEST(AnySize, GroupsHaveMembersByPartOfThePattern) {
  const std::string text = text_of("groups-1d", kLines);
  EXPECT_THAT(text, HasSubstr("choose(window(0), 1, (const int[]){rank + (at.x == 0 ? 1 : -1)});"));
  EXPECT_THAT(text, HasSubstr("choose(window(0), 2, (const int[]){rank - 1, rank + 1});"));
}

TEST(AnySize, DisplacementsGrowFromRankToRank) {
  EXPECT_THAT(text_of("results", kLines),
              HasSubstr("{24L * rank, 24L * rank + 24*x, 24L * rank + 48*x},"));
  EXPECT_THAT(text_of("tables", kPlanes), HasSubstr("10L * at.x + 1000L * at.y, 10, MPI_BYTE"));
}

TEST(AnySize, WindowsOfRowsHaveTheirTargetsThere) {
  EXPECT_THAT(text_of("columns", kPlanes),
              HasSubstr("MPI_Get(in, 16, MPI_BYTE, x - 1, -16L * at.x + 16*x - 16, 16, MPI_BYTE"));
}

// On most grids that formulas are tried on, 6720/x bytes are no whole number of reals.
TEST(AnySize, AccessesKeepTheirTypeAndOperation) {
  std::vector<NamedTrace> traces;
  for (const std::uint32_t ranks : {4u, 5u, 6u}) {
    auto trace = compressed::parse_sound_text(
        "tarry-compressed-trace 2\nranks " + std::to_string(ranks) +
            "\nprogram p\nframe 0 main\ndatatype 0 MPI_DOUBLE\ncomm 0 MPI_COMM_WORLD [0.." +
            std::to_string(ranks - 1) +
            "]\nsite 0 MPI_Init 0\nevent 0\nsite 1 MPI_Win_create 0\nevent 1 kind=make-window "
            "size=6720 unit=8\nsite 2 MPI_Accumulate 0\nevent 2 kind=access target=1 at=0 "
            "received=0 datatype=0 reduction=sum count=" +
            std::to_string(840 / ranks) + " bytes=" + std::to_string(6720 / ranks) + "\nend\n",
        std::to_string(ranks));
    ASSERT_TRUE(trace.ok()) << trace.error().message();
    traces.push_back({std::to_string(ranks), std::move(*trace)});
  }
  const auto text = generate(traces, {Language::C, Computation::None, true});
  ASSERT_TRUE(text.ok()) << text.error().message();
  EXPECT_THAT(text->text, HasSubstr("MPI_Accumulate(out, 840/x, MPI_DOUBLE, "));
  EXPECT_THAT(text->text, HasSubstr("840/x, MPI_DOUBLE, MPI_SUM,"));
}

// Returns a trace of a program in which each rank writes a block of its own of `bytes` bytes, and
// the first rank finds a file of `length` bytes.
NamedTrace with_files(std::uint32_t ranks, std::int64_t bytes, std::int64_t length,
                      const std::string& comm = "0") {
  std::string at;
  for (std::uint32_t rank = 0; rank < ranks; ++rank)
    at += std::to_string(rank * bytes) + "<0 " + std::to_string(rank) + ">";
  const std::string name = std::to_string(ranks) + ".tct";
  auto trace = compressed::parse_sound_text(
      "tarry-compressed-trace 3\nranks " + std::to_string(ranks) +
          "\nprogram p\nframe 0 main\ncomm 0 MPI_COMM_WORLD [0.." + std::to_string(ranks - 1) +
          "]\ncomm 1 MPI_COMM_SELF self\nsite 0 MPI_Init 0\nevent 0\n"
          "site 1 MPI_File_open 0\nevent 1 kind=open-file name=0 mode=2 comm=" +
          comm + " size=" + std::to_string(length) + "<0 0>?\n" +
          "site 2 MPI_File_write_at 0\nevent 2 kind=transfer received=0 bytes=" +
          std::to_string(bytes) + " at=" + at +
          "\nsite 3 MPI_File_close 0\nevent 3 kind=close-file\nend\n",
      name);
  EXPECT_TRUE(trace.ok()) << (trace.ok() ? "" : trace.error().message());
  return {name, trace.ok() ? std::move(*trace) : compressed::Trace{}};
}

base::Result<Generated> made_of(const std::vector<NamedTrace>& traces) {
  return generate(traces, {Language::C, Computation::None, true});
}

TEST(AnySize, FilesHaveFormulas) {
  const auto text = made_of({with_files(4, 64, 96), with_files(6, 64, 96), with_files(8, 64, 96)});
  ASSERT_TRUE(text.ok()) << text.error().message();
  EXPECT_THAT(text->warnings, testing::IsEmpty());
  EXPECT_THAT(
      text->text,
      HasSubstr("MPI_File_write_at(file(0), (at.x == 0 ? 0 : 64L * rank), out, 64, MPI_BYTE,"));
  EXPECT_THAT(text->text, HasSubstr("static const long long lengths[FILES + 1] = {\n    96, -1};"));
  EXPECT_THAT(text->text, HasSubstr("if (argc > 2) scratch = argv[2];\n  make_files();"));
  EXPECT_THAT(text->text, HasSubstr("if (argc == 2 || argc == 3) {"));
}

TEST(AnySize, LengthsOfFilesMayDependOnTheExtents) {
  const auto text =
      made_of({with_files(4, 64, 400), with_files(6, 64, 600), with_files(8, 64, 800)});
  ASSERT_TRUE(text.ok()) << text.error().message();
  EXPECT_THAT(text->text, HasSubstr("const long long lengths[FILES + 1] = {\n      100*x, -1};"));
  EXPECT_THAT(text->text,
              HasSubstr("  if (rank == 0) make_files();\n  MPI_Barrier(MPI_COMM_WORLD);\n"));
}

TEST(AnySize, FilesThatFollowNoFormulaAreLeftOutWithTheReason) {
  const auto text =
      made_of({with_files(4, 64, 96), with_files(6, 64, 17), with_files(8, 64, 1041)});
  ASSERT_TRUE(text.ok()) << text.error().message();
  EXPECT_THAT(text->warnings,
              testing::Contains(HasSubstr("Calls on files are left out: no formula explains size "
                                          "of MPI_File_open (in main)")));
  EXPECT_THAT(text->text, Not(HasSubstr("MPI_File_open(")));
}

TEST(AnySize, FilesOfSomeOfTheRanksAreLeftOut) {
  const auto text = made_of({with_files(4, 64, 96, "1"), with_files(6, 64, 96, "1")});
  ASSERT_TRUE(text.ok()) << text.error().message();
  EXPECT_THAT(text->warnings,
              testing::Contains("Calls on files are left out: files are opened by some of the "
                                "ranks, which code for any number of ranks cannot do."));
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
