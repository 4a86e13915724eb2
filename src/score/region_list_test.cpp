// SPDX-License-Identifier: BSD-3-Clause
#include "score/region_list.h"

#include <gtest/gtest.h>

#include "filter/parser.h"
#include "score/sample_run.h"

namespace tarry::score {
namespace {

using model::CallPathId;

TEST(RegionList, GroupsFollowFromCallPaths) {
  const std::vector<CubeRegion> regions = regions_of(sample_run());
  ASSERT_EQ(regions.size(), 6u);
  EXPECT_EQ(regions[kMain].group, Group::Com);
  EXPECT_EQ(regions[kSolve].group, Group::Com);
  EXPECT_EQ(regions[kRecv].group, Group::Mpi);
  EXPECT_EQ(regions[kTiny].group, Group::Usr);
  EXPECT_EQ(regions[kSmall].group, Group::Usr);
  EXPECT_EQ(regions[kBarrier].group, Group::Mpi);
}

// One of its call paths is enough.
TEST(RegionList, ARegionHasAllItsCallPaths) {
  model::SeverityCube cube = sample_run();
  cube.callpaths.push_back({CallPathId{kMain}, "tiny", "tiny.c", 3, "function", "compiler"});
  cube.callpaths.push_back({CallPathId{6}, "MPI_Send", "", 0, "point2point", "mpi"});
  const std::vector<CubeRegion> regions = regions_of(cube);
  ASSERT_EQ(regions.size(), 7u);
  EXPECT_EQ(regions[kTiny].callpaths.size(), 2u);
  EXPECT_EQ(regions[kTiny].group, Group::Com);
  EXPECT_EQ(regions[kSmall].group, Group::Usr);
}

TEST(RegionList, ConstructsOfThreadsAreCommunication) {
  model::SeverityCube cube;
  cube.callpaths = {
      {CallPathId{}, "main", "a.c", 1, "function", "compiler"},
      {CallPathId{0}, "!$omp parallel @a.c:2", "a.c", 2, "parallel", "openmp"},
      {CallPathId{1}, "body", "a.c", 3, "function", "compiler"},
      {CallPathId{0}, "guarded", "a.c", 4, "function", "compiler"},
      {CallPathId{3}, "pthread_mutex_lock", "", 0, "wrapper", "pthread"},
      {CallPathId{0}, "TRACING", "", 0, "artificial", "measurement_system"},
  };
  const std::vector<CubeRegion> regions = regions_of(cube);
  EXPECT_EQ(regions[0].group, Group::Com);
  EXPECT_EQ(regions[1].group, Group::Omp);
  EXPECT_EQ(regions[2].group, Group::Usr);
  EXPECT_EQ(regions[3].group, Group::Com);
  EXPECT_EQ(regions[4].group, Group::Pthread);
  EXPECT_EQ(regions[5].group, Group::Other);
}

// A path that was too deep for a summary may lead to communication.
TEST(RegionList, CutPathsMayBeCommunication) {
  model::SeverityCube cube;
  cube.callpaths = {
      {CallPathId{}, "a.out", "", 0, "program", "compiler"},
      {CallPathId{0}, "main", "a.c", 1, "function", "compiler"},
      {CallPathId{1}, "deep", "a.c", 2, "function", "compiler"},
      {CallPathId{2}, "(deeper or further call paths)", "", 0, "artificial", "measurement_system"},
      {CallPathId{1}, "shallow", "a.c", 3, "function", "compiler"},
  };
  EXPECT_EQ(regions_of(cube)[2].group, Group::Com);
  EXPECT_EQ(regions_of(cube)[4].group, Group::Usr);
  // The tree had no room for it, so its callers are unknown.
  cube.callpaths[3].parent = CallPathId{0};
  EXPECT_EQ(regions_of(cube)[4].group, Group::Com);
}

TEST(RegionList, PausesBelongToTheMeasurement) {
  model::SeverityCube cube = sample_run();
  cube.callpaths.push_back(
      {CallPathId{0}, "MEASUREMENT OFF", "", 0, "artificial", "measurement_system"});
  EXPECT_EQ(regions_of(cube).back().group, Group::Other);
}

TEST(RegionList, FiltersLeaveCallsOfInterfacesAlone) {
  const std::vector<CubeRegion> regions = regions_of(sample_run());
  const auto filter = filter::parse_filter(
      "SCOREP_REGION_NAMES_BEGIN EXCLUDE * INCLUDE main SCOREP_REGION_NAMES_END", "f");
  ASSERT_TRUE(filter.ok());
  const std::vector<bool> excluded = excluded_by(*filter, regions);
  EXPECT_EQ(excluded, (std::vector<bool>{false, true, false, true, true, false}));
}

}  // namespace
}  // namespace tarry::score
