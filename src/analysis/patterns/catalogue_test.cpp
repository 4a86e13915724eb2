// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace tarry::analysis {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> left_out(const std::vector<std::string>& only,
                                  const std::vector<std::string>& skip) {
  std::vector<std::string> ids;
  const auto metrics = metrics_left_out(only, skip);
  EXPECT_TRUE(metrics.ok());
  for (const model::MetricId id : *metrics) ids.emplace_back(model::all_metrics()[id.index()].id);
  return ids;
}

TEST(Patterns, AllAreWantedUnlessToldOtherwise) { EXPECT_THAT(left_out({}, {}), IsEmpty()); }

TEST(Patterns, SkippedOnesTakeTheirCountsAlong) {
  EXPECT_THAT(left_out({}, {"mpi_latereceiver"}),
              ElementsAre("mpi_latereceiver", "mpi_slr_count", "mpi_clr_count"));
}

TEST(Patterns, AMetricStandsForWhatIsBelowIt) {
  EXPECT_THAT(left_out({}, {"mpi_collective"}),
              ElementsAre("mpi_earlyreduce", "mpi_earlyscan", "mpi_latebroadcast", "mpi_wait_nxn",
                          "mpi_nxn_completion"));
  EXPECT_THAT(left_out({"mpi_point2point"}, {"mpi_latesender"}),
              AllOf(Contains("mpi_lswo_same"), Not(Contains("mpi_latereceiver"))));
}

TEST(Patterns, WhatIsAboveAWantedOneIsKept) {
  const auto ids = left_out({"mpi_lswo_same"}, {});
  EXPECT_THAT(ids, Not(Contains("mpi_latesender")));
  EXPECT_THAT(ids, Not(Contains("mpi_latesender_wo")));
  EXPECT_THAT(ids, Contains("mpi_lswo_different"));
}

TEST(Patterns, UnknownWordsAreRefused) {
  for (const char* word : {"late_sender", "visits", "comp", ""})
    EXPECT_THAT(metrics_left_out({word}, {}).error().message(), HasSubstr("'" + std::string(word)));
  EXPECT_FALSE(metrics_left_out({}, {"mpi_wait"}).ok());
}

// What a new pattern must not forget.
TEST(Patterns, TheCatalogueHasEveryChildOfAPattern) {
  for (const PatternMetrics& pattern : all_patterns())
    for (const model::MetricInfo& metric : model::all_metrics())
      if (metric.parent == pattern.wait) {
        EXPECT_THAT(left_out({}, {std::string(pattern.wait)}), Contains(std::string(metric.id)));
      }
}

}  // namespace
}  // namespace tarry::analysis
