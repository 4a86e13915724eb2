// SPDX-License-Identifier: BSD-3-Clause
// Visits of functions, the regions around calls, and counters, as plug-ins see them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "analysis/declared/plugin_library.h"
#include "patterns/pattern_runs.h"
#include "support/case_files.h"
#include "support/cube_comparison.h"
#include "trace/synthetic/case_parser.h"
#include "trace/synthetic/generated_source.h"
#include "trace/synthetic/memory_source.h"

namespace tarry::testing {
namespace {

namespace fs = std::filesystem;
using analysis::declared::PatternSet;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The regions `solve` and `work`, with what was counted in each.
constexpr const char* kSolve =
    "ranks 2\n"
    "counter PAPI_TOT_INS\n"
    "counters papi PAPI_TOT_INS\n"
    "0: main 0..20 papi=0..1000 { solve 1..9 papi=10..500 {\n"
    "  work 2..5 papi=50..350 work 6..8 papi=360..460 MPI_Send 8..8.5 to=1 papi=460..480 }\n"
    "  work 10..12 papi=510..560 }\n"
    "1: main 0..20 papi=0..1000 { MPI_Recv 1..9 from=0 papi=10..40 }\n";

// Patterns of the plug-in that see visits, or those whose names are given.
PatternSet visits(const std::vector<std::string>& names = {}) {
  PatternSet set = plugins("visits");
  if (!names.empty())
    std::erase_if(set.patterns, [&](const auto& pattern) {
      return std::find(names.begin(), names.end(), pattern.name) == names.end();
    });
  return set;
}

TEST(Visits, HaveTheirOwnTime) {
  const PatternSet set = visits();
  const model::SeverityCube cube = analyze_text(kSolve, &set, 1);
  EXPECT_EQ(values(cube, "visit_time"), (Values{{"main 0.0", 10.0},
                                                {"main/solve 0.0", 2.5},
                                                {"main/solve/work 0.0", 5.0},
                                                {"main/solve/MPI_Send 0.0", 0.5},
                                                {"main/work 0.0", 2.0},
                                                {"main 1.0", 12.0},
                                                {"main/MPI_Recv 1.0", 8.0}}));
  EXPECT_EQ(values(cube, "visit_time"), values(cube, "time"));
  EXPECT_EQ(values(cube, "visit_count"), values(cube, "visits"));
}

TEST(Visits, AreChargedNoMoreThanTheirOwnTime) {
  const PatternSet set = visits({"too_much", "late_charges"});
  const model::SeverityCube cube = analyze_text(kSolve, &set, 1);
  EXPECT_EQ(values(cube, "too_much"), values(cube, "time"));
  EXPECT_THAT(values(cube, "late_charges"), IsEmpty());
}

TEST(Visits, KnowTheRegionsAroundThem) {
  const PatternSet set = visits();
  const model::SeverityCube cube = analyze_text(kSolve, &set, 1);
  EXPECT_EQ(values(cube, "in_solve"), (Values{{"main/solve/work 0.0", 5.0}}));
  EXPECT_EQ(values(cube, "numbers"), (Values{{"main 0.0", 90.0},
                                             {"main/solve 0.0", 1.0},
                                             {"main/solve/work 0.0", 12.0 + 13.0},
                                             {"main/solve/MPI_Send 0.0", 14.0},
                                             {"main/work 0.0", 5.0},
                                             {"main 1.0", 90.0},
                                             {"main/MPI_Recv 1.0", 1.0}}));
}

TEST(Visits, HaveCounters) {
  const PatternSet set = visits();
  const model::SeverityCube cube = analyze_text(kSolve, &set, 1);
  EXPECT_EQ(values(cube, "instructions"), (Values{{"main 0.0", 1000.0},
                                                  {"main/solve 0.0", 490.0},
                                                  {"main/solve/work 0.0", 300.0 + 100.0},
                                                  {"main/solve/MPI_Send 0.0", 20.0},
                                                  {"main/work 0.0", 50.0},
                                                  {"main 1.0", 1000.0},
                                                  {"main/MPI_Recv 1.0", 30.0}}));
}

// The send is on another rank, which another worker may have: 3 regions there and 2 here, 20
// instructions there and 30 here.
TEST(Visits, OfOtherRanksHaveRegionsAroundThemAndCounters) {
  const PatternSet set = visits({"from_solve"});
  for (const unsigned threads : {1u, 2u})
    EXPECT_EQ(values(analyze_text(kSolve, &set, threads), "from_solve"),
              (Values{{"main/MPI_Recv 1.0", 5050.0}}));
}

TEST(Visits, AreTheSameForAnyNumberOfThreads) {
  const PatternSet set = visits();
  const model::SeverityCube one = analyze_text(kSolve, &set, 1);
  for (const unsigned threads : {2u, 4u})
    EXPECT_THAT(differences(one, analyze_text(kSolve, &set, threads)), IsEmpty());
}

// A region without a leave, and one that was recorded as several calls.
TEST(Visits, AreThoseThatEnd) {
  const PatternSet set = visits({"visit_time", "visit_count"});
  const model::SeverityCube cube =
      analyze_text("ranks 1\n0: main 0..20 { lost 1..? { work 2..5 } } \n", &set, 1);
  EXPECT_EQ(values(cube, "visit_time"), (Values{{"main/lost/work 0.0", 3.0}, {"main 0.0", 1.0}}));
  const model::SeverityCube joined =
      analyze_text("ranks 1\n0: main 0..20 { MPI_Iprobe 2..5 calls=7 }\n", &set, 1);
  EXPECT_EQ(values(joined, "visit_count"),
            (Values{{"main 0.0", 1.0}, {"main/MPI_Iprobe 0.0", 7.0}}));
}

// More of them than a guarded process gets.
TEST(Visits, MayBeMany) {
  auto complete = trace::synthetic::complete({.ranks = 8, .iterations = 1000});
  ASSERT_TRUE(complete.ok()) << complete.error().message();
  trace::synthetic::GeneratedSource source(*complete);
  const PatternSet set = visits({"visit_time", "visit_count"});
  const model::SeverityCube cube = analyze(source, &set, 1);
  EXPECT_GT(total(cube, "visit_count"), 150000.0);
  EXPECT_EQ(values(cube, "visit_count"), values(cube, "visits"));
  EXPECT_EQ(values(cube, "visit_time"), values(cube, "time"));
  for (const unsigned threads : {2u, 4u})
    EXPECT_THAT(differences(cube, analyze(source, &set, threads)), IsEmpty());
}

// The own times of all visits of a call path are its time in the report, without fork and join of
// teams, which are in no region. Visits that do not end have no part in it.
TEST(Visits, AddUpInAllCases) {
  const PatternSet set = visits({"visit_time", "visit_count"});
  std::size_t places = 0, complete = 0;
  const std::vector<fs::path> files = case_files(fs::path(TARRY_SOURCE) / "tests/cases");
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.filename().string());
    const auto parsed = trace::synthetic::read_case(file);
    ASSERT_TRUE(parsed.ok()) << parsed.error().message();
    trace::synthetic::MemorySource source(parsed->definitions, parsed->timelines);
    const model::SeverityCube cube = analyze(source, &set, 2);
    Values times = values(cube, "time"), visited = values(cube, "visit_time");
    for (const auto& [place, time] : values(cube, "omp_management")) times[place] -= time;
    for (const auto& [place, time] : visited) EXPECT_NEAR(time, times[place], 1e-9) << place;
    places += visited.size();
    const auto is_of_damage = [](const std::string& warning) {
      return warning.find("never") != std::string::npos ||
             warning.find("before they had left") != std::string::npos;
    };
    if (std::any_of(cube.experiment.warnings.begin(), cube.experiment.warnings.end(), is_of_damage))
      continue;
    ++complete;
    EXPECT_EQ(values(cube, "visit_count"), values(cube, "visits"));
  }
  EXPECT_GT(places, 6 * files.size());
  EXPECT_GT(complete, 9 * files.size() / 10);
}

TEST(Visits, AreSeenByTheTemplate) {
  const std::string text =
      "ranks 1\ncounter PAPI_TOT_INS\ncounter PAPI_TOT_CYC\n"
      "counters papi PAPI_TOT_INS,PAPI_TOT_CYC\n"
      "0: main 0..20 { relax 1..2 papi=0,0..10,90 solve 2..9 papi=20,100..900,900 {\n"
      "  relax 3..5 papi=30,200..40,400 relax 5..8 papi=50,410..850,890 } }\n";
  const PatternSet set = plugins("stalled");
  const model::SeverityCube cube = analyze_text(text, &set, 1);
  EXPECT_THAT(cube.experiment.warnings, IsEmpty());
  EXPECT_EQ(values(cube, "stalled"), (Values{{"main/solve/relax 0.0", 2.0}}));
  EXPECT_EQ(cube.metrics[cube.find("stalled").index()].parent, cube.find("comp"));
}

// Single visits are not kept.
TEST(Visits, AreNoResultsForOthers) {
  PatternSet set = visits({"visit_time"});
  analysis::declared::AskedFor asked;
  EXPECT_FALSE(set.ask_for("visit_time", asked));
}

}  // namespace
}  // namespace tarry::testing
