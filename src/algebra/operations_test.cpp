// SPDX-License-Identifier: BSD-3-Clause
#include "algebra/operations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algebra/difference.h"
#include "algebra/random_report.h"
#include "report/query.h"
#include "report/wait_states.h"

namespace tarry::algebra {
namespace {

using model::CallPathId;
using model::LocationIndex;
using model::MetricId;
using model::SeverityCube;

SeverityCube combined(Operation operation, const std::vector<SeverityCube>& reports) {
  const std::vector<std::string> names(reports.size(), "a report");
  base::Result<SeverityCube> result = combine(operation, reports, names);
  EXPECT_TRUE(result.ok());
  return std::move(result).value();
}

bool are_equal(const SeverityCube& a, const SeverityCube& b, double tolerance = 0.0) {
  const base::Result<Comparison> result = compare(a, b, tolerance, 1);
  return result.ok() && result->are_equal();
}

// Calls law(a, b, c) for random reports.
template <class Law>
void for_many(Law law) {
  for (std::uint32_t seed = 0; seed < 600; seed += 3)
    law(RandomReport(seed).make(), RandomReport(seed + 1).make(), RandomReport(seed + 2).make());
}

TEST(ReportAlgebra, AReportMinusItselfIsZero) {
  for_many([](const SeverityCube& a, const SeverityCube& /*b*/, const SeverityCube& /*c*/) {
    const SeverityCube zero = combined(Operation::Diff, {a, a});
    for (std::uint32_t m = 0; m < zero.metrics.size(); ++m)
      EXPECT_TRUE(zero.callpaths_with_values(MetricId{m}).empty());
    EXPECT_EQ(zero.experiment.duration_s, 0.0);
  });
}

TEST(ReportAlgebra, TheMeanLeastAndMostOfCopiesIsTheReport) {
  for_many([](const SeverityCube& a, const SeverityCube& /*b*/, const SeverityCube& /*c*/) {
    EXPECT_TRUE(are_equal(combined(Operation::Mean, {a, a, a}), a, 1e-15));
    EXPECT_TRUE(are_equal(combined(Operation::Least, {a, a, a}), a));
    EXPECT_TRUE(are_equal(combined(Operation::Most, {a, a, a}), a));
    EXPECT_TRUE(are_equal(combined(Operation::Merge, {a, a, a}), a));
  });
}

// Of shortest and longest visits only the shortest and the longest of several reports are told.
TEST(ReportAlgebra, ExtremesAreNotSubtracted) {
  using Sum = model::CubeMetric::Sum;
  std::vector<SeverityCube> reports(2);
  for (SeverityCube& cube : reports) {
    cube.metrics.resize(2);
    cube.metrics[0].id = "min_time";
    cube.metrics[0].sum = Sum::Least;
    cube.metrics[1].id = "max_time";
    cube.metrics[1].sum = Sum::Most;
    cube.callpaths = {{{}, "main", "", 0, "function", "user"}};
    for (std::uint32_t rank = 0; rank < 3; ++rank)
      cube.locations.push_back({model::Rank{rank}, 0, "n", "cpu"});
  }
  for (const std::uint32_t m : {0u, 1u}) {
    reports[0].set_row(MetricId{m}, CallPathId{0}, {5, 0, 7});
    reports[1].set_row(MetricId{m}, CallPathId{0}, {4, 6, 0});
  }
  for (const Operation operation : {Operation::Diff, Operation::Mean}) {
    const SeverityCube out = combined(operation, reports);
    EXPECT_TRUE(out.metrics.empty());
    EXPECT_THAT(out.experiment.warnings,
                testing::ElementsAre(
                    "metrics whose values do not add up are left out: min_time, max_time"));
  }
  const SeverityCube least = combined(Operation::Least, reports);
  ASSERT_EQ(least.metrics.size(), 1u);
  EXPECT_EQ(least.row(MetricId{0}, CallPathId{0}), (std::vector<double>{4, 6, 7}));
  EXPECT_EQ(least.total(MetricId{0}), 4);
  const SeverityCube most = combined(Operation::Most, reports);
  ASSERT_EQ(most.metrics.size(), 1u);
  EXPECT_EQ(most.row(MetricId{0}, CallPathId{0}), (std::vector<double>{5, 6, 7}));
  EXPECT_EQ(combined(Operation::Merge, reports).total(MetricId{1}), 7);
}

TEST(ReportAlgebra, TopologiesAreThoseOfTheFirstReport) {
  SeverityCube a, b;
  for (std::uint32_t rank = 0; rank < 3; ++rank)
    (rank == 0 ? b : a).locations.push_back({model::Rank{rank}, 0, "n", "cpu"});
  a.topologies = {{"ring", {{"x", 2, true}}, {LocationIndex{0}, LocationIndex{1}}, {1, 0}}};
  b.topologies = {{"other", {{"x", 2, true}}, {LocationIndex{0}}, {0}}};
  const SeverityCube merged = combined(Operation::Merge, {a, b});
  ASSERT_EQ(merged.topologies.size(), 1u);
  EXPECT_EQ(merged.topologies[0].name, "ring");
  EXPECT_EQ(merged.topologies[0].locations, (std::vector{LocationIndex{1}, LocationIndex{2}}));
}

TEST(ReportAlgebra, MergingIsAssociative) {
  for_many([](const SeverityCube& a, const SeverityCube& b, const SeverityCube& c) {
    const SeverityCube left = combined(Operation::Merge, {combined(Operation::Merge, {a, b}), c});
    const SeverityCube right = combined(Operation::Merge, {a, combined(Operation::Merge, {b, c})});
    EXPECT_TRUE(are_equal(left, right));
    EXPECT_EQ(left.callpaths.size(), right.callpaths.size());
    EXPECT_EQ(left.locations.size(), right.locations.size());
  });
}

TEST(ReportAlgebra, ADifferenceIsThatOfTheTotalsAndTurnsRound) {
  for_many([](const SeverityCube& a, const SeverityCube& b, const SeverityCube& /*c*/) {
    const SeverityCube diff = combined(Operation::Diff, {a, b});
    const SeverityCube turned = combined(Operation::Diff, {b, a});
    for (const model::CubeMetric& metric : diff.metrics) {
      const auto total = [&](const SeverityCube& cube) {
        const MetricId id = cube.find(metric.id);
        return id.valid() ? cube.total(id) : 0.0;
      };
      EXPECT_EQ(total(diff), total(a) - total(b));
      EXPECT_EQ(total(turned), -total(diff));
    }
  });
}

TEST(ReportAlgebra, TheMeanLiesBetweenTheLeastAndTheMost) {
  for_many([](const SeverityCube& a, const SeverityCube& b, const SeverityCube& c) {
    const std::vector<SeverityCube> all{a, b, c};
    const SeverityCube least = combined(Operation::Least, all);
    const SeverityCube mean = combined(Operation::Mean, all);
    const SeverityCube most = combined(Operation::Most, all);
    for (std::uint32_t m = 0; m < mean.metrics.size(); ++m)
      for (std::uint32_t n = 0; n < mean.callpaths.size(); ++n)
        for (std::uint32_t l = 0; l < mean.locations.size(); ++l) {
          const auto value = [&](const SeverityCube& cube) {
            return cube.value(MetricId{m}, CallPathId{n}, LocationIndex{l});
          };
          EXPECT_LE(value(least), value(mean) + 1e-12);
          EXPECT_LE(value(mean), value(most) + 1e-12);
        }
  });
}

TEST(ReportAlgebra, CollapsingKeepsTotals) {
  for_many([](const SeverityCube& a, const SeverityCube& /*b*/, const SeverityCube& /*c*/) {
    const SeverityCube one = collapse(a);
    EXPECT_EQ(one.locations.size(), 1u);
    for (std::uint32_t m = 0; m < a.metrics.size(); ++m)
      for (std::uint32_t n = 0; n < a.callpaths.size(); ++n)
        EXPECT_EQ(one.total(MetricId{m}, CallPathId{n}), a.total(MetricId{m}, CallPathId{n}));
  });
}

// Two ranks; the second report has one more rank and call path.
class Operations : public testing::Test {
 protected:
  Operations() {
    for (SeverityCube* cube : {&first_, &second_}) {
      cube->add_catalogue();
      cube->experiment.program = "wave";
      cube->callpaths = {{{}, "main", "w.c", 1, "function", "user"},
                         {CallPathId{0}, "MPI_Recv", "w.c", 7, "point2point", "mpi", "w.c:7"}};
      for (std::uint32_t rank = 0; rank < 2; ++rank)
        cube->locations.push_back({model::Rank{rank}, 0, "n1", "cpu"});
    }
    second_.callpaths.push_back(
        {CallPathId{0}, "MPI_Recv", "w.c", 9, "point2point", "mpi", "w.c:9"});
    second_.locations.push_back({model::Rank{2}, 0, "n2", "cpu"});
    first_.experiment.duration_s = 3.0;
    second_.experiment.duration_s = 2.0;
    first_.set_row(model::metric::time, CallPathId{0}, {2.0, 1.0});
    first_.set_row(model::metric::time, CallPathId{1}, {1.0, 2.0});
    first_.set_row(model::metric::mpi_latesender, CallPathId{1}, {0.0, 1.5});
    second_.set_row(model::metric::time, CallPathId{0}, {2.0, 1.5, 1.0});
    second_.set_row(model::metric::time, CallPathId{2}, {0.0, 0.5, 1.0});
  }

  SeverityCube first_, second_;
};

TEST_F(Operations, WhatIsCollapsedStandsForAllRanksAndKeepsFindings) {
  model::Finding finding;
  finding.callpath = CallPathId{0};
  finding.ranks = {model::Rank{1}};
  finding.episode.cause.location = LocationIndex{1};
  finding.episode.waits.push_back({"mpi_latesender", CallPathId{1}, LocationIndex{1}});
  first_.findings = {finding};
  const SeverityCube one = collapse(first_);
  ASSERT_EQ(one.findings.size(), 1u);
  EXPECT_EQ(one.findings[0].ranks, finding.ranks);
  EXPECT_EQ(one.findings[0].episode.cause.location, LocationIndex{0});
  EXPECT_EQ(one.findings[0].episode.waits[0].location, LocationIndex{0});
  EXPECT_EQ(combined(Operation::Merge, {one, collapse(second_)}).findings.size(), 1u);
  for (const report::By by : {report::By::Rank, report::By::Location}) {
    const auto rows = report::table(one, model::metric::time, by, false);
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].label, "all ranks");
  }
  EXPECT_EQ(report::on_ranks(report::sufferers(one, model::metric::mpi_latesender)),
            "on all ranks together");
}

TEST_F(Operations, TheDescriptionHasSizeAndRunTime) {
  first_.experiment.ranks = 2;
  second_.experiment.ranks = 3;
  const auto description = [&](Operation operation, const std::vector<SeverityCube>& reports) {
    const base::Result<SeverityCube> made = combine(operation, reports, {"a", "b"});
    return made.ok() ? made->experiment.attributes.at(report::kOperationKey) : "";
  };
  EXPECT_EQ(description(Operation::Mean, {first_, second_}),
            "mean of a, b; 2 to 3 ranks, ran 2.500 s");
  EXPECT_EQ(description(Operation::Merge, {first_, first_}),
            "merged from a, b; 2 ranks, ran 3.000 s");
  EXPECT_EQ(description(Operation::Diff, {first_, second_}), "a minus b");
}

TEST_F(Operations, WhatAReportLacksCountsAsZero) {
  const SeverityCube diff = combined(Operation::Diff, {first_, second_});
  ASSERT_EQ(diff.callpaths.size(), 3u);
  ASSERT_EQ(diff.locations.size(), 3u);
  EXPECT_EQ(diff.row(model::metric::time, CallPathId{0}), (std::vector{0.0, -0.5, -1.0}));
  EXPECT_EQ(diff.row(model::metric::time, CallPathId{1}), (std::vector{1.0, 2.0, 0.0}));
  EXPECT_EQ(diff.row(model::metric::time, CallPathId{2}), (std::vector{0.0, -0.5, -1.0}));
  EXPECT_TRUE(diff.callpaths[1].has_twin);
}

TEST_F(Operations, AMetricThatOnlyOneReportHasIsNotDivided) {
  second_.leave_out({model::metric::mpi_latesender});
  const SeverityCube mean = combined(Operation::Mean, {first_, second_});
  EXPECT_EQ(mean.total(mean.find(model::metric::mpi_latesender)), 1.5);
  EXPECT_EQ(mean.total(mean.find(model::metric::time)), 6.0);
}

TEST_F(Operations, MergingTakesEachMetricFromTheFirstThatHasIt) {
  second_.leave_out({model::metric::mpi_latesender});
  first_.findings.push_back({});
  first_.findings.back().callpath = CallPathId{1};
  const SeverityCube merged = combined(Operation::Merge, {second_, first_});
  EXPECT_EQ(merged.total(merged.find(model::metric::time)), 6.0);
  EXPECT_EQ(merged.row(merged.find(model::metric::time), CallPathId{0}),
            (std::vector{2.0, 1.5, 1.0}));
  EXPECT_EQ(merged.total(merged.find(model::metric::mpi_latesender)), 1.5);
  EXPECT_TRUE(merged.findings.empty());
  const SeverityCube other = combined(Operation::Merge, {first_, second_});
  ASSERT_EQ(other.findings.size(), 1u);
  EXPECT_EQ(other.callpaths[other.findings[0].callpath.index()].call_site, "w.c:7");
}

TEST_F(Operations, WhatOnlyOneReportHasIsLeftOutOfADifference) {
  second_.leave_out({model::metric::mpi_latesender});
  const SeverityCube diff = combined(Operation::Diff, {first_, second_});
  EXPECT_FALSE(diff.find(model::metric::mpi_latesender).valid());
  ASSERT_EQ(diff.experiment.warnings.size(), 1u);
  EXPECT_NE(diff.experiment.warnings[0].find("left out: mpi_latesender"), std::string::npos);
}

TEST_F(Operations, MergingADifferenceToARunMakesNoDifference) {
  const SeverityCube diff = combined(Operation::Diff, {first_, second_});
  const SeverityCube merged = combined(Operation::Merge, {first_, diff});
  EXPECT_FALSE(merged.experiment.attributes.contains(report::kWholeTimeKey));
  const SeverityCube mean = combined(Operation::Mean, {diff, diff});
  EXPECT_EQ(mean.experiment.attributes.at(report::kWholeTimeKey), "6");
}

TEST_F(Operations, RoundingIsNoDifference) {
  second_ = first_;
  second_.set_row(model::metric::time, CallPathId{0}, {2.0 * (1 + 1e-15), 1.0});
  EXPECT_TRUE(combined(Operation::Diff, {first_, second_})
                  .callpaths_with_values(model::metric::time)
                  .empty());
}

// A file may have a GPU beside the thread of the same number.
TEST_F(Operations, LocationsOfOneNumberAreAddedUp) {
  first_.locations[1] = {model::Rank{0}, 0, "n1", "gpu"};
  const SeverityCube mean = combined(Operation::Mean, {first_, first_});
  ASSERT_EQ(mean.locations.size(), 1u);
  EXPECT_EQ(mean.row(model::metric::time, CallPathId{0}), (std::vector{3.0}));
}

TEST_F(Operations, TheLeastCountsMissingCallPathsAsZero) {
  const SeverityCube least = combined(Operation::Least, {first_, second_});
  EXPECT_EQ(least.row(model::metric::time, CallPathId{0}), (std::vector{2.0, 1.0, 0.0}));
  EXPECT_TRUE(least.row(model::metric::time, CallPathId{1}).empty());
  EXPECT_EQ(least.experiment.duration_s, 2.0);
}

TEST_F(Operations, AMetricWithTwoUnitsIsAnError) {
  second_.metrics[0].unit = model::Unit::Bytes;
  const base::Result<SeverityCube> result =
      combine(Operation::Diff, std::vector{first_, second_}, {"a", "b"});
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().what.find("'time'"), std::string::npos);
}

}  // namespace
}  // namespace tarry::algebra
