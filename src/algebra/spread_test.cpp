// SPDX-License-Identifier: BSD-3-Clause
#include "algebra/spread.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tarry::algebra {
namespace {

using model::CallPathId;
using model::SeverityCube;
using testing::Contains;
using testing::HasSubstr;

// A run of main, which calls `paths` functions; each of them takes the next of `values` seconds on
// one rank, and so long does the run take.
SeverityCube run_of(const std::vector<double>& values) {
  SeverityCube cube;
  cube.add_catalogue();
  cube.experiment.ranks = 1;
  cube.locations = {{model::Rank{0}, 0, "n", "cpu"}};
  cube.callpaths = {{{}, "main", "", 0, "function", "user"}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    cube.callpaths.push_back({CallPathId{0}, "f" + std::to_string(i), "", 0, "function", "user"});
    cube.set_row(model::metric::time, CallPathId{static_cast<std::uint32_t>(i + 1)}, {values[i]});
    cube.experiment.duration_s += values[i];
  }
  return cube;
}

std::vector<SeverityCube> runs_of(const std::vector<double>& times) {
  std::vector<SeverityCube> out;
  for (const double time : times) out.push_back(run_of({time}));
  return out;
}

const SpreadRow& row_of(const Spread& spread, const std::string& metric,
                        const std::string& callpath) {
  for (const SpreadRow& row : spread.rows)
    if (row.metric == metric && row.callpath == callpath) return row;
  ADD_FAILURE() << "no row " << metric << ' ' << callpath;
  return spread.rows.front();
}

// The variance of the difference is 4/3 + 4/3, with 4 degrees of freedom. The run time has half of
// the error of 10 %, the two other rows have a quarter each.
TEST(Spread, RangesByHand) {
  const auto found = compare_groups(runs_of({10.0, 12.0, 14.0}), runs_of({20.0, 22.0, 24.0}),
                                    {.metrics = {}, .error = 0.1, .smallest = 0.25});
  ASSERT_TRUE(found.ok()) << found.error().message();
  ASSERT_EQ(found->rows.size(), 3u);
  const SpreadRow& run_time = row_of(*found, kRunTime, "");
  EXPECT_DOUBLE_EQ(run_time.change(), 10.0);
  EXPECT_DOUBLE_EQ(run_time.smallest, 3.0);
  EXPECT_NEAR(run_time.difference.low, 10.0 - 2.776445 * std::sqrt(8.0 / 3.0), 1e-5);
  EXPECT_EQ(run_time.verdict, Verdict::Regression);
  for (const char* path : {"", "main/f0"}) {
    const SpreadRow& time = row_of(*found, "time", path);
    const double reach = student_quantile(0.1 / 8, 4) * std::sqrt(8.0 / 3.0);
    EXPECT_NEAR(time.difference.low, 10.0 - reach, 1e-12);
    EXPECT_NEAR(time.difference.high, 10.0 + reach, 1e-12);
  }
}

TEST(Spread, ChosenMetricsShareTheWholeError) {
  const auto found = compare_groups(runs_of({10.0, 12.0, 14.0}), runs_of({20.0, 22.0, 24.0}),
                                    {.metrics = {"time"}, .error = 0.1, .smallest = 0.25});
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->rows.size(), 2u);
  EXPECT_NEAR(found->rows[0].difference.low, 10.0 - 2.776445 * std::sqrt(8.0 / 3.0), 1e-5);
}

TEST(Spread, VerdictsFollowFromRangeAndSmallestChange) {
  const auto verdict = [](const std::vector<double>& now, double smallest) {
    const auto found = compare_groups(runs_of({9.9, 10.0, 10.1}), runs_of(now),
                                      {.metrics = {"time"}, .error = 0.1, .smallest = smallest});
    return row_of(*found, "time", "").verdict;
  };
  // The ranges reach 2.776 * sqrt(0.02 / 3) = 0.227 to both sides where the new runs spread as the
  // old ones do.
  EXPECT_EQ(verdict({10.4, 10.5, 10.6}, 0.02), Verdict::Regression);
  EXPECT_EQ(verdict({9.4, 9.5, 9.6}, 0.02), Verdict::Improvement);
  EXPECT_EQ(verdict({10.4, 10.5, 10.6}, 0.03), Verdict::Uncertain);
  EXPECT_EQ(verdict({9.4, 9.5, 9.6}, 0.03), Verdict::Uncertain);
  EXPECT_EQ(verdict({9.95, 10.05, 10.15}, 0.02), Verdict::Noise);
  EXPECT_EQ(verdict({9.95, 10.05, 10.15}, 0.03), Verdict::Same);
  EXPECT_EQ(verdict({9.95, 10.05, 10.15}, 0.0), Verdict::Noise);
}

TEST(Spread, WhatIsTooSmallIsNotCompared) {
  std::vector<SeverityCube> before, after;
  for (const double small : {0.1, 0.2, 0.3}) {
    before.push_back(run_of({10.0, small}));
    after.push_back(run_of({10.0, 2 * small}));
  }
  const auto found = compare_groups(before, after, {.metrics = {}, .error = 0.05, .smallest = 0.1});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->too_small, 1u);
  EXPECT_EQ(found->rows.size(), 3u);  // run time, all time, and that of f0
  EXPECT_EQ(found->count(Verdict::Same), 3u);
}

TEST(Spread, ANewCallPathIsARegression) {
  std::vector<SeverityCube> before, after;
  for (const double noise : {0.01, 0.02, 0.03, 0.04}) {
    before.push_back(run_of({10 + noise}));
    after.push_back(run_of({10 + noise, 1 - noise}));
  }
  const auto found = compare_groups(before, after, {});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(row_of(*found, "time", "main/f1").verdict, Verdict::Regression);
  EXPECT_EQ(row_of(*found, "time", "main/f0").verdict, Verdict::Same);
  EXPECT_EQ(found->rows.front().verdict, Verdict::Regression);
}

TEST(Spread, MetricsWithTheSameValuesHaveOneRow) {
  std::vector<SeverityCube> before = runs_of({10.0, 10.1}), after = runs_of({10.0, 10.2});
  for (std::vector<SeverityCube>* group : {&before, &after})
    for (SeverityCube& run : *group) {
      const std::vector<double> time = run.row(model::metric::time, CallPathId{1});
      for (const model::MetricId metric : {model::metric::execution, model::metric::comp})
        run.set_row(metric, CallPathId{1}, time);
    }
  const auto found = compare_groups(before, after, {});
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->rows.size(), 3u);  // run time, all computation, and that of f0
  EXPECT_EQ(row_of(*found, "comp", "main/f0").old_runs.mean, 10.05);
  EXPECT_EQ(row_of(*found, "comp", "").metric, "comp");
}

TEST(Spread, MetricsThatARunLacksAreNamed) {
  std::vector<SeverityCube> before = runs_of({1.0, 2.0}), after = runs_of({1.0, 2.0});
  after[1].leave_out({model::metric::mpi_latesender});
  const auto found = compare_groups(before, after, {});
  ASSERT_TRUE(found.ok());
  EXPECT_THAT(found->left_out, Contains("mpi_latesender"));
}

TEST(Spread, GroupsThatCannotBeComparedAreErrors) {
  const std::vector<SeverityCube> runs = runs_of({1.0, 2.0});
  EXPECT_THAT(compare_groups(runs, runs_of({1.0}), {}).error().message(), HasSubstr("2 and 1"));
  EXPECT_THAT(compare_groups(runs, runs, {.metrics = {"tea"}}).error().message(),
              HasSubstr("no run has the metric 'tea'"));
  std::vector<SeverityCube> larger = runs_of({1.0, 2.0});
  larger[1].experiment.ranks = 8;
  EXPECT_THAT(compare_groups(runs, larger, {}).error().message(),
              HasSubstr("different numbers of ranks: 1 and 8"));
}

// Runs of one version against runs of the same version: `error` says how many of such comparisons
// find a change, of all rows together. Fifteen functions, with the spread of 3 % that functions
// have, are compared in each trial. Dependent rows make it fewer, never more.
TEST(Spread, WithoutAChangeAlarmsAreAsRareAsStated) {
  std::mt19937 random(11);
  std::normal_distribution<double> noise(1.0, 0.03);
  const auto group = [&](std::size_t size) {
    std::vector<SeverityCube> out;
    for (std::size_t r = 0; r < size; ++r) {
      std::vector<double> times(15);
      for (double& time : times) time = noise(random);
      out.push_back(run_of(times));
    }
    return out;
  };
  constexpr int kTrials = 200;
  int alarms = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    const auto found =
        compare_groups(group(4), group(4), {.metrics = {}, .error = 0.2, .smallest = 0.0});
    ASSERT_TRUE(found.ok());
    alarms += found->count(Verdict::Same) + found->count(Verdict::Noise) < found->rows.size();
  }
  EXPECT_GT(alarms, 0.10 * kTrials);
  EXPECT_LT(alarms, 0.22 * kTrials);
}

}  // namespace
}  // namespace tarry::algebra
