// SPDX-License-Identifier: BSD-3-Clause
#include "report/counter_ratios.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample_cube.h"
#include "report/text_report.h"

namespace tarry::report {
namespace {

using testing::HasSubstr;
using testing::Not;

// solve takes 4.75 s in 8 visits; main itself takes 2 s.
model::SeverityCube counted_cube(const char* instructions, const char* cycles) {
  model::SeverityCube cube = sample_cube();
  const auto add = [&](const char* id, std::vector<double> of_main, std::vector<double> of_solve) {
    const model::MetricId metric{static_cast<std::uint32_t>(cube.metrics.size())};
    cube.metrics.push_back({id, id, model::MetricId{}, model::Unit::Occurrences, ""});
    cube.set_row(metric, model::CallPathId{0}, std::move(of_main));
    cube.set_row(metric, model::CallPathId{1}, std::move(of_solve));
  };
  add(instructions, {100, 100, 0, 0}, {950, 0, 0, 950});
  add(cycles, {400, 0, 0, 0}, {1000, 0, 0, 1000});
  return cube;
}

std::string report_of(const model::SeverityCube& cube, const char* metric, By by, bool inclusive) {
  return text_report(cube, {{cube.find(metric)}, by, 0, inclusive}, {});
}

TEST(CounterRatios, PerSecondPerVisitAndPerCycle) {
  for (const auto& [instructions, cycles] :
       {std::pair{"instructions", "cycles"}, {"PAPI_TOT_INS", "PAPI_TOT_CYC"}}) {
    const std::string text =
        report_of(counted_cube(instructions, cycles), instructions, By::Region, false);
    EXPECT_THAT(text, HasSubstr("400/s"));            // 1900 in 4.75 s
    EXPECT_THAT(text, HasSubstr("237.5 per visit"));  // in 8 visits
    EXPECT_THAT(text, HasSubstr("0.95 per cycle"));
    EXPECT_THAT(text, HasSubstr("100/s"));  // main itself: 200 in 2 s
    EXPECT_THAT(text, HasSubstr("50 per visit"));
    EXPECT_THAT(text, HasSubstr("0.50 per cycle"));
  }
}

TEST(CounterRatios, VisitsAreThoseOfTheCallPathAlone) {
  const std::string text =
      report_of(counted_cube("instructions", "x"), "instructions", By::CallPath, true);
  EXPECT_THAT(text, HasSubstr("210/s"));          // main with everything below: 2100 in 10 s
  EXPECT_THAT(text, HasSubstr("525 per visit"));  // 4 visits of main
  EXPECT_THAT(text, Not(HasSubstr("per cycle")));
}

TEST(CounterRatios, RanksHaveNoVisits) {
  const std::string text = report_of(counted_cube("faults", "cycles"), "faults", By::Rank, false);
  EXPECT_THAT(text, HasSubstr("/s"));
  EXPECT_THAT(text, Not(HasSubstr("per visit")));
}

TEST(CounterRatios, MetricsOfTheCatalogueHaveNone) {
  EXPECT_THAT(report_of(sample_cube(), "visits", By::Region, false), Not(HasSubstr("/s")));
}

TEST(CounterRatios, NothingIsDividedByZero) {
  model::SeverityCube cube = counted_cube("faults", "cycles");
  for (const char* metric : {"time", "visits"})
    for (std::uint32_t path = 0; path < 4; ++path)
      cube.set_row(cube.find(metric), model::CallPathId{path}, {0, 0, 0, 0});
  EXPECT_THAT(report_of(cube, "faults", By::Region, false), Not(HasSubstr("inf")));
}

}  // namespace
}  // namespace tarry::report
