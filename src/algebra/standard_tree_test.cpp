// SPDX-License-Identifier: BSD-3-Clause
#include "algebra/standard_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/query.h"

namespace tarry::algebra {
namespace {

using model::CallPathId;
using model::SeverityCube;
using testing::HasSubstr;

// A report as measurement systems write it: flat metrics.
SeverityCube flat_report() {
  SeverityCube cube;
  cube.callpaths = {{{}, "main", "", 0, "function", "compiler"},
                    {CallPathId{0}, "MPI_Recv", "", 0, "point2point", "mpi"},
                    {CallPathId{0}, "MPI_Barrier", "", 0, "barrier", "mpi"}};
  cube.locations = {{model::Rank{0}, 0, "n", "cpu"}, {model::Rank{1}, 0, "n", "cpu"}};
  for (const char* id : {"time", "mpi_lswo_same", "delay_latesender", "cache"}) {
    model::CubeMetric metric;
    metric.id = metric.name = id;
    cube.metrics.push_back(std::move(metric));
  }
  model::CubeMetric bytes;  // of all calls, not only of point-to-point communication as ours
  bytes.id = "bytes_sent";
  bytes.name = "Bytes sent";
  bytes.unit = model::Unit::Bytes;
  cube.metrics.push_back(bytes);
  cube.set_row(cube.find("bytes_sent"), CallPathId{2}, {64.0, 64.0});
  cube.set_row(cube.find("time"), CallPathId{0}, {5.0, 6.0});
  cube.set_row(cube.find("time"), CallPathId{1}, {2.0, 1.0});
  cube.set_row(cube.find("time"), CallPathId{2}, {1.0, 1.0});
  cube.set_row(cube.find("mpi_lswo_same"), CallPathId{1}, {1.5, 0.0});
  cube.set_row(cube.find("delay_latesender"), CallPathId{0}, {0.0, 1.5});
  cube.set_row(cube.find("cache"), CallPathId{0}, {7.0, 7.0});
  return cube;
}

TEST(StandardTree, TimeIsDividedByClassesOfRegions) {
  const auto made = with_standard_tree(flat_report());
  ASSERT_TRUE(made.ok()) << made.error().message();
  const auto total = [&](const char* id) {
    const model::MetricId metric = made->find(id);
    return metric.valid() ? made->total(metric) : -1.0;
  };
  EXPECT_EQ(total("time"), 16.0);
  EXPECT_EQ(total("execution"), 16.0);
  EXPECT_EQ(total("comp"), 11.0);
  EXPECT_EQ(total("mpi"), 5.0);
  EXPECT_EQ(total("mpi_point2point"), 3.0);
  EXPECT_EQ(total("mpi_sync_collective"), 2.0);
  // Wait states are sums of what is known below them.
  EXPECT_EQ(total("mpi_latesender"), 1.5);
  EXPECT_EQ(total("mpi_latesender_wo"), 1.5);
  EXPECT_EQ(total("delay"), 1.5);
  EXPECT_EQ(total("cache"), 14.0);
  EXPECT_EQ(total("bytes_sent"), 128.0);
  EXPECT_FALSE(made->metrics[made->find("bytes_sent").index()].parent.valid());
  EXPECT_EQ(made->metrics[made->find("bytes_sent").index()].name, "Bytes sent");
  EXPECT_EQ(total("mpi_collective"), -1.0);  // nothing is known about it
  for (const model::CubeMetric& metric : made->metrics)
    if (metric.parent.valid()) {
      EXPECT_LE(total(metric.id.c_str()), made->total(metric.parent)) << metric.id;
    }
}

TEST(StandardTree, ATreeThatIsThereStays) {
  const auto once = with_standard_tree(flat_report());
  ASSERT_TRUE(once.ok());
  const auto twice = with_standard_tree(*once);
  ASSERT_TRUE(twice.ok());
  ASSERT_EQ(twice->metrics.size(), once->metrics.size());
  for (std::uint32_t m = 0; m < once->metrics.size(); ++m) {
    EXPECT_EQ(twice->metrics[m].id, once->metrics[m].id);
    EXPECT_EQ(twice->total(model::MetricId{m}), once->total(model::MetricId{m}));
  }
}

TEST(StandardTree, IdleThreadsDoNotExecute) {
  SeverityCube cube = flat_report();
  cube.metrics[3].id = "omp_idle_threads";  // 7 seconds of main's on each location
  cube.set_row(cube.find("time"), CallPathId{0}, {9.0, 8.0});
  const auto made = with_standard_tree(cube);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->total(made->find("comp")), 3.0);
  EXPECT_EQ(made->total(made->find("execution")), 8.0);
}

TEST(StandardTree, WithoutTimeThereIsNothingToDivide) {
  SeverityCube cube = flat_report();
  cube.metrics[0].id = "duration";
  EXPECT_THAT(with_standard_tree(cube).error().message(), HasSubstr("no metric 'time'"));
  cube = flat_report();
  cube.experiment.attributes[report::kWholeTimeKey] = "1";
  EXPECT_THAT(with_standard_tree(cube).error().message(), HasSubstr("a difference of reports"));
}

}  // namespace
}  // namespace tarry::algebra
