// SPDX-License-Identifier: BSD-3-Clause
#include "report/time_parts.h"

#include <gtest/gtest.h>

#include <numeric>

#include "report/query.h"

namespace tarry::report {
namespace {

using model::CallPathId;
using model::LocationIndex;
using model::SeverityCube;

SeverityCube timed_cube(const std::vector<std::pair<const char*, double>>& totals) {
  SeverityCube cube;
  cube.add_catalogue();
  cube.callpaths.resize(1);
  cube.callpaths[0].region = "main";
  cube.locations.emplace_back();
  cube.experiment.ranks = 1;
  for (const auto& [metric, seconds] : totals)
    cube.set(cube.find(metric), CallPathId{0}, LocationIndex{0}, seconds);
  return cube;
}

// MPI has 4 s: 1 s of Late Sender, 2 s in MPI_Init and MPI_Finalize, of which 0.5 s wait, and 1 s
// of transfer. OpenMP has 2 s: 1.2 s at barriers, 0.5 s of fork and join, 0.3 s of other things.
TEST(TimeParts, AddUpToAllTime) {
  const SeverityCube cube = timed_cube({{"time", 20.0},
                                        {"comp", 12.0},
                                        {"lost_cores_comp", 3.0},
                                        {"mpi", 4.0},
                                        {"mpi_init_exit", 2.0},
                                        {"mpi_finalize_wait", 0.5},
                                        {"mpi_latesender", 1.0},
                                        {"mpi_latesender_wo", 0.25},
                                        {"omp_time", 2.0},
                                        {"omp_ibarrier_wait", 1.2},
                                        {"omp_management", 0.5},
                                        {"omp_idle_threads", 1.5}});
  const std::vector<TimePart> parts = time_parts(cube);
  const std::vector<std::pair<std::string, double>> expected = {{"computation", 9.0},
                                                                {"computation without a core", 3.0},
                                                                {"waiting in MPI", 1.5},
                                                                {"MPI_Init and MPI_Finalize", 1.5},
                                                                {"other MPI", 1.0},
                                                                {"waiting in OpenMP", 1.2},
                                                                {"fork and join of OpenMP", 0.5},
                                                                {"other OpenMP", 0.3},
                                                                {"idle threads", 1.5},
                                                                {"measurement and other", 0.5}};
  ASSERT_EQ(parts.size(), expected.size());
  double sum = 0.0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    EXPECT_EQ(parts[i].name, expected[i].first);
    EXPECT_NEAR(parts[i].time_s, expected[i].second, 1e-12) << parts[i].name;
    sum += parts[i].time_s;
  }
  EXPECT_NEAR(sum, 20.0, 1e-12);
  EXPECT_EQ(parts[2].metrics, (std::vector<std::string>{"mpi_latesender", "mpi_finalize_wait"}));
  EXPECT_EQ(time_parts_text(cube),
            "Of the time, 45.0 % is computation, 15.0 % computation without a core, 7.5 % waiting "
            "in MPI, 7.5 % MPI_Init and MPI_Finalize, 7.5 % idle threads, 6.0 % waiting in OpenMP, "
            "5.0 % other MPI, 2.5 % fork and join of OpenMP, 2.5 % measurement and other, 1.5 % "
            "other OpenMP.");
}

TEST(TimeParts, AreNoneOfADifferenceOrOfOtherLosses) {
  SeverityCube cube = timed_cube({{"time", 2.0}, {"comp", 2.0}});
  EXPECT_EQ(time_parts_text(cube), "Of the time, 100.0 % is computation.");
  cube.experiment.attributes[kOperationKey] = "a minus b";
  EXPECT_TRUE(time_parts(cube).empty());
  EXPECT_TRUE(time_parts(SeverityCube{}).empty());
}

}  // namespace
}  // namespace tarry::report
