// SPDX-License-Identifier: BSD-3-Clause
#include "report/series.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample_cube.h"

namespace tarry::report {
namespace {

using model::CallPathId;
using testing::HasSubstr;
using testing::Not;

class SeriesTest : public testing::Test {
 protected:
  SeriesTest() {
    series_.cubes = {sample_cube(), sample_cube()};
    series_.names = {"before", "after, mended"};
    model::SeverityCube& after = series_.cubes[1];
    after.experiment.duration_s = 2.0;
    after.set_row(model::metric::mpi_latesender, CallPathId{2}, {});
    after.callpaths[1].region = "solve2";
  }

  Series series_;
};

TEST_F(SeriesTest, TotalsStandSideBySide) {
  const std::string text = series_text(series_, {});
  EXPECT_THAT(text, HasSubstr("  1  before: 4 ranks, ran 2.500 s\n"));
  EXPECT_THAT(text, HasSubstr("    2.500 s    2.000 s    -20.0 %  Run time\n"));
  EXPECT_THAT(text, HasSubstr("    10.00 s    10.00 s     +0.0 %  Time\n"));
  EXPECT_THAT(text, HasSubstr("    1.375 s        0 s   -100.0 %            MPI Late Sender\n"));
  EXPECT_THAT(text, Not(HasSubstr("Visits")));
  EXPECT_THAT(series_text(series_, {.metrics = {}, .by = By::Metric}), HasSubstr("  Visits\n"));
}

TEST_F(SeriesTest, RowsThatAReportLacksAreEmpty) {
  const std::string text = series_text(series_, {.metrics = {"comp"}, .by = By::Region, .top = 2});
  EXPECT_THAT(text, HasSubstr("    4.750 s          -             solve\n"));
  EXPECT_THAT(text, HasSubstr("          -    4.750 s             solve2\n"));
  EXPECT_THAT(text, HasSubstr("and 1 row more (--top N)\n"));
}

TEST_F(SeriesTest, AMetricThatAReportLacksIsEmpty) {
  series_.cubes[0].leave_out({model::metric::mpi_barrier_wait});
  EXPECT_THAT(series_text(series_, {.metrics = {"mpi_barrier_wait"}, .by = {}}),
              HasSubstr("          -   125.0 ms             MPI Wait at Barrier\n"));
}

TEST_F(SeriesTest, ThreeRunsHaveAPlot) {
  series_.cubes.push_back(sample_cube());
  series_.names.emplace_back("without");
  series_.cubes[0].experiment.duration_s = 0.625;  // a quarter of the largest: bar 1 + 7 / 4
  series_.cubes[1].experiment.duration_s = 2.5;
  series_.cubes[2].experiment.duration_s = 0.0;
  series_.cubes[2].leave_out({model::metric::mpi_barrier_wait});
  const std::string text = series_text(series_, {});
  EXPECT_THAT(text, HasSubstr("          3     change  plot\n"));
  EXPECT_THAT(text, HasSubstr("   -100.0 %  ▃█▁   Run time\n"));
  EXPECT_THAT(text, HasSubstr("             ██              MPI Wait at Barrier\n"));
}

TEST_F(SeriesTest, RunsAreOrderedBySize) {
  series_.cubes[0].experiment.ranks = 16;
  series_.cubes.push_back(sample_cube());
  series_.names.emplace_back("threads");
  series_.cubes[2].experiment.threads = 0;
  order_by_size(series_);
  EXPECT_THAT(series_.names, testing::ElementsAre("threads", "after, mended", "before"));
  EXPECT_EQ(series_.cubes[2].experiment.ranks, 16u);
}

TEST_F(SeriesTest, TablesForScriptsHaveEveryRow) {
  EXPECT_EQ(series_csv(series_, {.metrics = {"comp"}, .by = By::Region, .top = 1}),
            "metric,row,before,\"after, mended\"\n"
            "comp,solve,4.75,\n"
            "comp,solve2,,4.75\n"
            "comp,main,2,2\n");
}

}  // namespace
}  // namespace tarry::report
