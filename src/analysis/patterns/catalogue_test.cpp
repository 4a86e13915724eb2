// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "model/wait_states.h"

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
  EXPECT_THAT(left_out({}, {"mpi_alltoallv_overlap"}), ElementsAre("mpi_alltoallv_overlap"));
  const auto ids = left_out({}, {"mpi_latereceiver"});
  EXPECT_THAT(ids, AllOf(Contains("mpi_latereceiver"), Contains("mpi_slr_count"),
                         Contains("mpi_clr_count"), Contains("mpi_lrwo_same"),
                         Contains("mpi_clrwo_count"), Not(Contains("mpi_latesender"))));
}

TEST(Patterns, SkippedOnesTakeTheirCostsAndClassesAlong) {
  const auto ids = left_out({}, {"mpi_latereceiver"});
  for (const std::string model : {"", "__waitfirst"})
    for (const char* id :
         {"delay_latereceiver_aggregate", "delay_latereceiver", "delay_latereceiver_longterm",
          "wait_direct_latereceiver", "wait_propagating_latereceiver",
          "mpi_wait_indirect_latereceiver", "mpi_wait_terminal_lr"})
      EXPECT_THAT(ids, Contains(id + model));
  EXPECT_THAT(ids, AllOf(Not(Contains("delay_p2p")), Not(Contains("delay_latesender"))));
}

TEST(Patterns, OfKindsThatTwoHaveBothMustGo) {
  EXPECT_THAT(left_out({}, {"omp_ibarrier_wait"}), ElementsAre("omp_ibarrier_wait"));
  EXPECT_THAT(left_out({}, {"omp_ibarrier_wait", "omp_ebarrier_wait"}),
              Contains("delay_ompbarrier"));
}

TEST(Patterns, SumsOfNothingGo) {
  const auto ids = left_out({}, {"mpi_point2point"});
  EXPECT_THAT(ids, AllOf(Contains("delay_p2p"), Contains("mpi_wait_direct"),
                         Not(Contains("delay_mpi")), Not(Contains("delay"))));
}

TEST(Patterns, AMetricStandsForWhatIsBelowIt) {
  EXPECT_THAT(left_out({}, {"mpi_collective"}),
              AllOf(Contains("mpi_earlyreduce"), Contains("mpi_earlyscan"),
                    Contains("mpi_latebroadcast"), Contains("mpi_inner_wait"),
                    Contains("mpi_wait_nxn"), Contains("mpi_nxn_completion"), Contains("delay_n2n"),
                    Not(Contains("delay_collective")), Not(Contains("mpi_barrier_wait"))));
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

TEST(Patterns, TheNearestWordIsNamed) {
  EXPECT_THAT(metrics_left_out({"mpi_latesendr"}, {}).error().message(),
              HasSubstr("did you mean 'mpi_latesender'?"));
  EXPECT_THAT(metrics_left_out({}, {"late_sender"}).error().message(),
              HasSubstr("did you mean 'mpi_latesender'?"));
  EXPECT_THAT(metrics_left_out({"nxn"}, {}).error().message(), HasSubstr("did you mean 'mpi_"));
  EXPECT_THAT(metrics_left_out({"quite something else"}, {}).error().message(),
              HasSubstr("metric ids such as"));
}

// What a new pattern must not forget.
TEST(Patterns, TheCatalogueHasEveryChildOfAPattern) {
  for (const model::WaitStateInfo& pattern : model::all_wait_states())
    for (const model::MetricInfo& metric : model::all_metrics())
      if (metric.parent == pattern.metric) {
        EXPECT_THAT(left_out({}, {std::string(info(pattern.metric).id)}),
                    Contains(std::string(metric.id)));
      }
}

}  // namespace
}  // namespace tarry::analysis
