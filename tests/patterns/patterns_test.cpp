// SPDX-License-Identifier: BSD-3-Clause
// The patterns of examples/patterns: those that are also compiled in give the same numbers in every
// cell of every case and of generated traces, and fill and drain of a wavefront are as computed by
// hand. All are the same for any number of threads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "analysis/declared/parser.h"
#include "base/files.h"
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
using ::testing::IsEmpty;

const fs::path kSource = TARRY_SOURCE;

// `pattern`: a path below the root of the sources, without its ending.
void add(const std::string& pattern, PatternSet& set) {
  const auto text = base::read_file(kSource / (pattern + ".pattern"));
  EXPECT_TRUE(text.ok()) << text.error().message();
  const base::Status parsed = analysis::declared::parse(*text, pattern + ".pattern", set);
  EXPECT_TRUE(parsed.ok()) << parsed.error().message();
}

PatternSet patterns_of(const std::vector<std::string>& names) {
  PatternSet set;
  for (const std::string& name : names) add("examples/patterns/" + name, set);
  return set;
}

struct Twin {
  const char* declared;
  const char* compiled;
};
constexpr Twin kTwins[] = {{"late_sender", "mpi_latesender"},
                           {"early_reduce", "mpi_earlyreduce"},
                           {"critical_contention", "omp_lock_contention_critical"},
                           {"lock_contention", "omp_lock_contention_api"},
                           {"mutex_contention", "pthread_lock_contention_mutex_lock"},
                           {"condition_contention", "pthread_lock_contention_conditional"}};

// Returns the number of cells of each declared pattern that are not zero.
std::map<std::string, std::size_t> check_twins(model::TraceSource& source) {
  static const PatternSet set = patterns_of({"late_sender", "early_reduce", "lock_contention"});
  std::map<std::string, std::size_t> cells;
  const model::SeverityCube cube = analyze(source, &set, 1);
  for (const Twin& twin : kTwins) {
    const Values declared = values(cube, twin.declared);
    EXPECT_EQ(declared, values(cube, twin.compiled)) << twin.declared;
    cells[twin.declared] += declared.size();
  }
  EXPECT_THAT(differences(cube, analyze(source, &set, 3)), IsEmpty());
  return cells;
}

TEST(DeclaredPatterns, AreTheCompiledOnesInAllCases) {
  std::map<std::string, std::size_t> cells;
  for (const fs::path& file : case_files(kSource / "tests/cases")) {
    SCOPED_TRACE(file.filename().string());
    const auto parsed = trace::synthetic::read_case(file);
    ASSERT_TRUE(parsed.ok()) << parsed.error().message();
    trace::synthetic::MemorySource source(parsed->definitions, parsed->timelines);
    for (const auto& [name, count] : check_twins(source)) cells[name] += count;
  }
  if (!kTakesAllCases) return;
  for (const Twin& twin : kTwins) EXPECT_GT(cells[twin.declared], 0u) << twin.declared;
}

TEST(DeclaredPatterns, AreTheCompiledOnesInGeneratedTraces) {
  for (const std::uint64_t ranks : {2, 7, 16}) {
    auto complete = trace::synthetic::complete({.ranks = ranks, .iterations = 12});
    ASSERT_TRUE(complete.ok()) << complete.error().message();
    trace::synthetic::GeneratedSource source(*complete);
    const auto cells = check_twins(source);
    EXPECT_GT(cells.at("late_sender"), 0u);
    EXPECT_GT(cells.at("early_reduce"), 0u);
  }
}

// The call waits longer for the message than in the reduction, and has that wait state alone.
TEST(DeclaredPatterns, LeaveACallToALargerWaitOfAnotherKind) {
  const auto parsed = trace::synthetic::parse_case(
      "ranks 2\n"
      "0: main 0..20 { MPI_Ireduce 1..1.1 root=0 bytes=8/8 req=1 MPI_Irecv 2..2.1 from=1 req=2\n"
      "  MPI_Waitall 3..15 complete=1,2 }\n"
      "1: main 0..20 { MPI_Ireduce 5..5.1 root=0 bytes=8/0 req=1 MPI_Send 9..9.1 to=0\n"
      "  MPI_Wait 10..10.1 complete=1 }\n",
      "x.case");
  ASSERT_TRUE(parsed.ok()) << parsed.error().message();
  trace::synthetic::MemorySource source(parsed->definitions, parsed->timelines);
  const auto cells = check_twins(source);
  EXPECT_EQ(cells.at("late_sender"), 1u);
  EXPECT_EQ(cells.at("early_reduce"), 0u);
}

// A mutex that is taken in a call of OpenMP is no contention of either.
TEST(DeclaredPatterns, GoByTheParadigmOfALock) {
  for (const char* paradigm : {"openmp", "pthread"}) {
    std::string text =
        "ranks 1\nthreads 2\n"
        "0.0: main 0..20 { omp_set_lock 1..1.5 { acquire@1.5 lock=1 order=1 paradigm=P } "
        "omp_unset_lock 6..6.5 { release@6 lock=1 order=1 paradigm=P } }\n"
        "0.1: main 0..20 { omp_set_lock 2..7 { acquire@7 lock=1 order=2 paradigm=P } "
        "omp_unset_lock 8..8.5 { release@8 lock=1 order=2 paradigm=P } }\n";
    for (std::size_t at = 0; (at = text.find("=P", at)) != std::string::npos;)
      text.replace(at + 1, 1, paradigm);
    const auto parsed = trace::synthetic::parse_case(text, "x.case");
    ASSERT_TRUE(parsed.ok()) << parsed.error().message();
    trace::synthetic::MemorySource source(parsed->definitions, parsed->timelines);
    const auto cells = check_twins(source);
    const bool is_openmp = paradigm == std::string_view("openmp");
    EXPECT_EQ(cells.at("lock_contention"), is_openmp ? 1u : 0u);
    EXPECT_EQ(cells.at("mutex_contention"), 0u);
  }
}

class Wavefront : public ::testing::Test {
 protected:
  model::SeverityCube analyze_with(unsigned threads) {
    const auto parsed = trace::synthetic::read_case(kSource / "tests/patterns/wavefront.case");
    EXPECT_TRUE(parsed.ok()) << parsed.error().message();
    trace::synthetic::MemorySource source(parsed->definitions, parsed->timelines);
    const PatternSet set = patterns_of({"wavefront"});
    return analyze(source, &set, threads);
  }
};

TEST_F(Wavefront, IsPartOfTheWaitStatesThatTheCatalogueKnows) {
  const model::SeverityCube cube = analyze_with(1);
  EXPECT_THAT(cube.experiment.warnings, IsEmpty());
  const model::CubeMetric& fill = cube.metrics[cube.find("pipeline_fill").index()];
  EXPECT_EQ(fill.parent, cube.find("mpi_latesender"));
  EXPECT_EQ(fill.name, "Pipeline fill");
  EXPECT_EQ(fill.description,
            "A rank waits for its first message of a sweep, before it can take part");
  EXPECT_DOUBLE_EQ(cube.total(cube.find("mpi_latesender")), 13.0);
  EXPECT_DOUBLE_EQ(cube.total(cube.find("pipeline_fill")), 12.0);
}

TEST_F(Wavefront, IsTheSameForAnyNumberOfThreads) {
  const model::SeverityCube one = analyze_with(1);
  for (const unsigned threads : {2u, 3u})
    EXPECT_THAT(differences(one, analyze_with(threads)), IsEmpty());
}

// The templates of docs/how-to/add-a-pattern.md.
TEST(DeclaredPatterns, AreMadeFromTheTemplate) {
  PatternSet set;
  add("examples/guides/pattern/waits_for_master", set);
  const auto parsed = trace::synthetic::read_case(
      kSource / "examples/guides/pattern/tests/patterns/waits_for_master.case");
  ASSERT_TRUE(parsed.ok()) << parsed.error().message();
  trace::synthetic::MemorySource source(parsed->definitions, parsed->timelines);
  const model::SeverityCube cube = analyze(source, &set, 2);
  EXPECT_EQ(values(cube, "waits_for_master"), (Values{{"main/MPI_Recv 1.0", 2.0}}));
  EXPECT_EQ(values(cube, "waits_for_master_waits"), (Values{{"main/MPI_Recv 1.0", 1.0}}));

  PatternSet of_results;
  add("examples/guides/pattern/late_and_small", of_results);
  const model::SeverityCube small = analyze(source, &of_results, 2);
  EXPECT_EQ(values(small, "late_and_small"), values(small, "mpi_latesender"));
  EXPECT_THAT(cube.experiment.warnings, IsEmpty());
}

// A metric contains its parts, and these do not overlap.
TEST(DeclaredPatterns, ThatContradictTheMetricTreeAreReported) {
  PatternSet set;
  ASSERT_TRUE(analysis::declared::parse("pattern above parent mpi_latesender root receive "
                                        "at root.call severity root.call.own end\n"
                                        "pattern beside parent mpi_point2point root receive "
                                        "at root.call severity root.call.own end",
                                        "x.pattern", set)
                  .ok());
  const auto parsed = trace::synthetic::parse_case(
      "ranks 2\n0: main 0..9 { MPI_Send 3..4 to=1 }\n1: main 0..9 { MPI_Recv 1..5 from=0 }\n",
      "x.case");
  ASSERT_TRUE(parsed.ok());
  trace::synthetic::MemorySource source(parsed->definitions, parsed->timelines);
  const model::SeverityCube cube = analyze(source, &set, 2);
  EXPECT_THAT(cube.experiment.warnings,
              ::testing::ElementsAre("pattern above is more than its parent mpi_latesender at 1 "
                                     "call path and location",
                                     "pattern beside overlaps with other parts of mpi_point2point "
                                     "at 1 call path and location (leave those out with --skip)"));
  EXPECT_EQ(values(cube, "above"), (Values{{"main/MPI_Recv 1.0", 4.0}}));
}

}  // namespace
}  // namespace tarry::testing
