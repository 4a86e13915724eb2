// SPDX-License-Identifier: BSD-3-Clause
// Patterns that are tried on the results of others: wait states of the catalogue, and what patterns
// before them have found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "analysis/declared/parser.h"
#include "patterns/pattern_runs.h"
#include "support/case_files.h"
#include "support/cube_comparison.h"
#include "trace/synthetic/case_parser.h"
#include "trace/synthetic/generated_source.h"
#include "trace/synthetic/memory_source.h"

namespace tarry::testing {
namespace {

using analysis::declared::PatternSet;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Rank 1 waits 2 for 8 bytes and 3 for 4096 bytes of rank 0, and rank 0 waits 1 for rank 1.
constexpr const char* kMessages =
    "ranks 2\n"
    "0: main 0..20 { MPI_Send 3..3.2 to=1 bytes=8 MPI_Recv 4..5.1 from=1 bytes=8\n"
    "  MPI_Send 9..9.2 to=1 bytes=4096 MPI_Allreduce 10..12 bytes=8/8 }\n"
    "1: main 0..20 { MPI_Recv 1..3.5 from=0 bytes=8 MPI_Send 5..5.1 to=0 bytes=8\n"
    "  MPI_Recv 6..9.5 from=0 bytes=4096 MPI_Allreduce 11..12 bytes=8/8 }\n";

constexpr const char* kOfMaster =
    "pattern of_master parent mpi_latesender root result mpi_latesender\n"
    "  where root.receive.send.call.rank == 0 and root.pattern == \"mpi_latesender\"\n"
    "  at root.call severity root.amount\n"
    "  export bytes bytes = root.receive.bytes\n"
    "end\n";

TEST(Results, OfWaitStatesAreEvents) {
  const PatternSet set = declared(kOfMaster);
  const model::SeverityCube cube = analyze_text(kMessages, &set, 1);
  EXPECT_THAT(cube.experiment.warnings, IsEmpty());
  EXPECT_EQ(values(cube, "of_master"), (Values{{"main/MPI_Recv 1.0", 5.0}}));
  EXPECT_EQ(values(cube, "of_master_bytes"), (Values{{"main/MPI_Recv 1.0", 4104.0}}));
}

TEST(Results, OfPatternsAreEventsOfOthersAndAreNotCharged) {
  const PatternSet set = declared(std::string(kOfMaster) +
                                  "pattern large root result of_master\n"
                                  "  where root.exported(\"bytes\") > 1000\n"
                                  "  at root.call severity root.amount / 3 end\n"
                                  "pattern larger root result large, of_master\n"
                                  "  where root.pattern == \"large\" and exists(root.receive)\n"
                                  "  at root.receive.call severity root.amount end\n");
  const model::SeverityCube cube = analyze_text(kMessages, &set, 1);
  EXPECT_EQ(values(cube, "of_master"), (Values{{"main/MPI_Recv 1.0", 5.0}}));
  EXPECT_EQ(values(cube, "large"), (Values{{"main/MPI_Recv 1.0", 1.0}}));
  EXPECT_EQ(values(cube, "larger"), (Values{{"main/MPI_Recv 1.0", 1.0}}));
  for (const unsigned threads : {2u, 3u})
    EXPECT_THAT(differences(cube, analyze_text(kMessages, &set, threads)), IsEmpty());
}

// What is published obeys the limits of a wait: a call of 2.5 has no result of 100.
TEST(Results, AreWhatCallsWereCharged) {
  const PatternSet set = declared(
      "pattern all root receive where root.bytes < 10 at root.call severity 100s end\n"
      "pattern same root result all at root.call severity root.amount end\n"
      "pattern waits root result mpi_wait_nxn at root.call severity root.amount end\n");
  const model::SeverityCube cube = analyze_text(kMessages, &set, 2);
  EXPECT_NEAR(total(cube, "same"), 1.1 + 2.5, 1e-9);
  EXPECT_EQ(values(cube, "same"), values(cube, "all"));
  EXPECT_EQ(values(cube, "waits"), (Values{{"main/MPI_Allreduce 0.0", 1.0}}));
  EXPECT_EQ(values(cube, "waits"), values(cube, "mpi_wait_nxn"));
}

// A name further down is not known, so that there are no circles.
TEST(Results, AreThoseOfPatternsBefore) {
  const auto error = [](const std::string& text) {
    PatternSet set;
    const base::Status parsed = analysis::declared::parse(text, "x.pattern", set);
    return parsed.ok() ? "" : parsed.error().message();
  };
  const std::string expected =
      "expected a wait state, or a pattern before this one, that is a time";
  const std::string end = " at root.call severity root.amount end\n";
  EXPECT_THAT(error("pattern a root result b" + end + "pattern b root result a" + end),
              HasSubstr(expected + ", found 'b': x.pattern:1:23"));
  EXPECT_THAT(error("pattern a root result a" + end), HasSubstr(expected));
  EXPECT_THAT(error("pattern a root result visits" + end), HasSubstr(expected));
  EXPECT_THAT(error("pattern a unit bytes root receive at root.call severity root.bytes end\n"
                    "pattern b root result a" +
                    end),
              HasSubstr(expected));
  EXPECT_EQ(error("pattern a root result mpi_latesender, mpi_collective" + end), "");
  EXPECT_THAT(error("pattern a root result mpi_latesender at root.call "
                    "severity root.amount * root.exported(\"n\") end"),
              HasSubstr("expected an export of the pattern that is asked for"));
  EXPECT_THAT(error("pattern a root resul"), HasSubstr("did you mean 'result'?"));
}

TEST(Results, AreEventsOfPlugins) {
  const PatternSet set = plugins("results");
  const model::SeverityCube cube = analyze_text(kMessages, &set, 1);
  EXPECT_EQ(values(cube, "again"), values(cube, "mpi_latesender"));
  EXPECT_EQ(values(cube, "from_zero"), (Values{{"main/MPI_Recv 1.0", 5.0}}));
  EXPECT_EQ(values(cube, "calls"), (Values{{"main/MPI_Allreduce 0.0", 1.0},
                                           {"main/MPI_Allreduce 1.0", 1.0},
                                           {"main/MPI_Recv 0.0", 1.0},
                                           {"main/MPI_Recv 1.0", 2.0},
                                           {"main/MPI_Send 0.0", 2.0},
                                           {"main/MPI_Send 1.0", 1.0}}));
  EXPECT_THAT(differences(cube, analyze_text(kMessages, &set, 3)), IsEmpty());
}

// Rank 0 receives what rank 2 sent last first, and waits 4; rank 1's message was sent earlier.
TEST(Results, OfMessagesInWrongOrderArePartsOfTheWholeWait) {
  const std::string text =
      "ranks 3\n"
      "0: main 0..20 { MPI_Recv 1..5.5 from=2 MPI_Recv 6..6.5 from=1 MPI_Recv 7..9.5 from=1 }\n"
      "1: main 0..20 { MPI_Send 2..2.2 to=0 MPI_Send 9..9.2 to=0 }\n"
      "2: main 0..20 { MPI_Send 5..5.2 to=0 }\n";
  const std::string end = "\" at root.call severity root.amount end\n";
  const PatternSet set = declared(
      "pattern parts root result mpi_latesender_wo where root.pattern == \"mpi_lswo_different" +
      end + "pattern whole root result mpi_latesender where root.pattern == \"mpi_latesender" +
      end +
      "pattern both root result mpi_lswo_different, mpi_latesender\n"
      "  where root.pattern == \"mpi_latesender" +
      end + "pattern none root result mpi_lswo_same where root.pattern != \"" + end);
  const model::SeverityCube cube = analyze_text(text, &set, 1);
  EXPECT_EQ(values(cube, "parts"), (Values{{"main/MPI_Recv 0.0", 4.0}}));
  EXPECT_EQ(values(cube, "parts"), values(cube, "mpi_latesender_wo"));
  EXPECT_EQ(values(cube, "whole"), (Values{{"main/MPI_Recv 0.0", 6.0}}));
  EXPECT_EQ(values(cube, "both"), values(cube, "whole"));
  EXPECT_THAT(values(cube, "none"), IsEmpty());
  EXPECT_THAT(differences(cube, analyze_text(text, &set, 3)), IsEmpty());
}

// In all cases, single results add up to their metric.
TEST(Results, OfMessagesInWrongOrderAddUp) {
  const std::string end = " at root.call severity root.amount end\n";
  const PatternSet set =
      declared("pattern late_senders root result mpi_latesender_wo" + end +
               "pattern late_receivers root result mpi_lrwo_different, mpi_lrwo_same" + end);
  std::size_t cells = 0;
  for (const std::filesystem::path& file :
       case_files(std::filesystem::path(TARRY_SOURCE) / "tests/cases")) {
    SCOPED_TRACE(file.filename().string());
    const auto parsed = trace::synthetic::read_case(file);
    ASSERT_TRUE(parsed.ok()) << parsed.error().message();
    trace::synthetic::MemorySource source(parsed->definitions, parsed->timelines);
    const model::SeverityCube cube = analyze(source, &set, 2);
    const Values senders = values(cube, "late_senders"), receivers = values(cube, "late_receivers");
    EXPECT_EQ(senders, values(cube, "mpi_latesender_wo"));
    EXPECT_EQ(receivers, values(cube, "mpi_latereceiver_wo"));
    cells += senders.size() + receivers.size();
  }
  EXPECT_GT(cells, kTakesAllCases ? 10u : 0u);
}

TEST(Results, OfCallsAreAsInPlugins) {
  const PatternSet set = declared(
      "pattern calls unit occurrences root call at root severity 1 end\n"
      "pattern sends root call where root.name == \"MPI_Send\" at root severity root.own end\n");
  const model::SeverityCube cube = analyze_text(kMessages, &set, 2);
  EXPECT_DOUBLE_EQ(total(cube, "calls"), 8.0);
  EXPECT_NEAR(total(cube, "sends"), 0.5, 1e-9);
}

TEST(Results, OfManyMessagesAreTheirWaits) {
  auto complete = trace::synthetic::complete({.ranks = 7, .iterations = 12});
  ASSERT_TRUE(complete.ok()) << complete.error().message();
  trace::synthetic::GeneratedSource source(*complete);
  const PatternSet set = declared(
      "pattern all root result mpi_latesender, mpi_collective, mpi_synchronization\n"
      "  at root.call severity root.amount end\n"
      "pattern late root result mpi_latesender at root.call severity root.amount end\n");
  const model::SeverityCube cube = analyze(source, &set, 3);
  EXPECT_EQ(values(cube, "late"), values(cube, "mpi_latesender"));
  EXPECT_GT(total(cube, "all"), total(cube, "late"));
}

}  // namespace
}  // namespace tarry::testing
