// SPDX-License-Identifier: BSD-3-Clause
// Patterns of shared libraries: those that end are metrics; those that throw, loop without end, ask
// for too much or crash are stopped, and the rest of the report is as without them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/declared/plugin_library.h"
#include "patterns/pattern_runs.h"
#include "support/cube_comparison.h"

namespace tarry::testing {
namespace {

using analysis::declared::load_library;
using analysis::declared::PatternSet;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kMaster =
    "ranks 2\n"
    "0: main 0..10 { MPI_Send 3..3.2 to=1 MPI_Recv 4..5.1 from=1 MPI_Allreduce 6..8 bytes=8/8 }\n"
    "1: main 0..10 { MPI_Recv 1..3.5 from=0 MPI_Send 5..5.1 to=0 MPI_Allreduce 7..8 bytes=8/8 }\n";

TEST(PatternPlugins, AreMadeFromTheTemplate) {
  const PatternSet set = plugins("waits_for_master");
  const model::SeverityCube cube = analyze_text(kMaster, &set, 1);
  EXPECT_THAT(cube.experiment.warnings, IsEmpty());
  EXPECT_DOUBLE_EQ(total(cube, "waits_for_master"), 2.0);
  const model::CubeMetric& metric = cube.metrics[cube.find("waits_for_master").index()];
  EXPECT_EQ(metric.name, "Waits for the master");
  EXPECT_EQ(metric.parent, cube.find("mpi_latesender"));
  for (const unsigned threads : {2u, 3u})
    EXPECT_THAT(differences(cube, analyze_text(kMaster, &set, threads)), IsEmpty());
}

// All in one analysis: those that end well have their metrics.
TEST(PatternPlugins, ThatMisbehaveAreStoppedByName) {
  const PatternSet set = plugins("misbehaving");
  for (const unsigned threads : {1u, 2u}) {
    const model::SeverityCube cube = analyze_text(kMaster, &set, threads);
    EXPECT_DOUBLE_EQ(total(cube, "late"), 3.0);
    EXPECT_DOUBLE_EQ(total(cube, "late"), total(cube, "mpi_latesender"));
    EXPECT_DOUBLE_EQ(total(cube, "whole"), 1.0);
    const std::string stopped = "patterns without results, because the plug-in was stopped (";
    const std::vector<std::string>& warnings = cube.experiment.warnings;
    EXPECT_THAT(warnings, Contains(stopped + "throws threw an exception: this is too much): 1"));
    EXPECT_THAT(warnings, Contains(stopped + "throws_number threw an exception): 1"));
    EXPECT_THAT(warnings, Contains(stopped + "loops computed for more than 1 s at one event): 1"));
    EXPECT_THAT(warnings,
                Contains(stopped + "throws_at_visit threw an exception: no such visit): 1"));
    EXPECT_THAT(warnings,
                Contains(stopped + "loops_at_visit computed for more than 1 s at one event): 1"));
    EXPECT_THAT(warnings,
                Contains(stopped + "unlisted threw an exception: counter 'PAPI_TOT_CYC' is not in "
                                   "its list 'counters'): 1"));
    EXPECT_THAT(warnings, Contains(HasSubstr(stopped + "crashes crashed with signal 6")));
    EXPECT_THAT(warnings, Contains(HasSubstr(stopped + "leaves ended the process")));
#ifndef TARRY_SANITIZED
    EXPECT_THAT(warnings, Contains(stopped + "hoards asked for more than 64 MiB of memory): 1"));
    EXPECT_THAT(warnings,
                Contains(stopped + "hoards_visits asked for more than 64 MiB of memory): 1"));
    EXPECT_DOUBLE_EQ(total(cube, "hoards") + total(cube, "hoards_visits"), 0.0);
#endif
    for (const char* name : {"throws", "throws_number", "loops", "crashes", "leaves", "forges",
                             "throws_at_visit", "loops_at_visit", "unlisted"})
      EXPECT_DOUBLE_EQ(total(cube, name), 0.0) << name;
  }
}

// Nothing else in the report depends on them.
TEST(PatternPlugins, LeaveTheRestOfTheReportAlone) {
  PatternSet set = plugins("misbehaving");
  std::erase_if(set.patterns,
                [](const auto& pattern) { return pattern.name.starts_with("loops"); });
  model::SeverityCube with = analyze_text(kMaster, &set, 2);
  std::vector<model::MetricId> own;
  for (const auto& pattern : set.patterns) own.push_back(with.find(pattern.name));
  with.leave_out(own);
  with.experiment.warnings.clear();
  EXPECT_THAT(differences(analyze_text(kMaster, nullptr, 1), with), IsEmpty());
}

TEST(PatternPlugins, SeeLocksAndTheirConfidenceIsShown) {
  const PatternSet set = plugins("misbehaving");
  const std::string locks =
      "ranks 1\nthreads 2\n"
      "0.0: main 0..20 { omp_set_lock 1..1.5 { acquire@1.5 lock=1 order=1 } "
      "omp_unset_lock 6..6.5 { release@6 lock=1 order=1 } }\n"
      "0.1: main 0..20 { omp_set_lock 2..7 { acquire@7 lock=1 order=2 } "
      "omp_unset_lock 8..8.5 { release@8 lock=1 order=2 } }\n";
  const model::SeverityCube cube = analyze_text(locks, &set, 1);
  EXPECT_DOUBLE_EQ(total(cube, "whole"), 1.0);
  EXPECT_EQ(cube.metrics[cube.find("whole").index()].description, "Counts (confidence: medium)");
}

TEST(PatternPlugins, AreCheckedWhenTheyAreLoaded) {
  PatternSet set;
  EXPECT_THAT(load_library("/nowhere/x.so", set).error().message(),
              HasSubstr("cannot load the patterns: /nowhere/x.so"));
  EXPECT_THAT(load_library(std::string(TARRY_PLUGINS) + "/older.so", set).error().message(),
              AllOf(HasSubstr("patterns made for version 2 of the interface, where tarry has "
                              "version 3"),
                    HasSubstr("compile them again with the include/tarry/pattern.h")));
  EXPECT_THAT(load_library("libm.so.6/", set).error().message(), HasSubstr("cannot load"));
  ASSERT_TRUE(load_library(std::string(TARRY_PLUGINS) + "/waits_for_master.so", set).ok());
  EXPECT_THAT(
      load_library(std::string(TARRY_PLUGINS) + "/waits_for_master.so", set).error().message(),
      HasSubstr("a second metric or pattern called 'waits_for_master'"));
}

}  // namespace
}  // namespace tarry::testing
