// SPDX-License-Identifier: BSD-3-Clause
#include "model/severity_cube.h"

#include <gtest/gtest.h>

namespace tarry::model {
namespace {

TEST(SeverityCube, WhatIsLeftOutTakesAllBelowAlong) {
  SeverityCube cube;
  cube.add_catalogue();
  cube.callpaths.resize(1);
  cube.locations.resize(1);
  const CallPathId path{0};
  const LocationIndex place{0};
  for (std::uint32_t m = 0; m < cube.metrics.size(); ++m)
    cube.set(MetricId{m}, path, place, 1.0 + m);
  cube.leave_out({metric::mpi_collective, metric::mpi_latesender});
  for (const char* id : {"mpi_collective", "mpi_wait_nxn", "mpi_latesender", "mpi_latesender_wo"})
    EXPECT_FALSE(cube.find(id).valid()) << id;
  EXPECT_TRUE(cube.find("mpi_latereceiver").valid());
  for (std::uint32_t m = 0; m < cube.metrics.size(); ++m) {
    const MetricId before = find_metric(cube.metrics[m].id);
    EXPECT_EQ(cube.value(MetricId{m}, path, place), 1.0 + before.value) << cube.metrics[m].id;
    const MetricId above = info(before).parent;
    EXPECT_EQ(cube.metrics[m].parent, above.valid() ? cube.find(info(above).id) : above)
        << cube.metrics[m].id;
  }
}

}  // namespace
}  // namespace tarry::model
