// SPDX-License-Identifier: BSD-3-Clause
#include "explorer/region_sums.h"

#include <gtest/gtest.h>

#include <random>

namespace tarry::explorer {
namespace {

using model::CallPathId;
using model::MetricId;
using model::SeverityCube;

constexpr std::uint32_t kPlaces = 3;
constexpr std::uint32_t kRegions = 7;

// Call paths of few regions, some of which call themselves. The last region calls nothing. Whole
// numbers, so that sums do not depend on the order.
SeverityCube cube_of_regions(std::uint32_t seed, std::uint32_t callpaths) {
  std::mt19937 random(seed);
  SeverityCube cube;
  for (const char* id : {"time", "visits"}) {
    model::CubeMetric metric;
    metric.id = id;
    cube.metrics.push_back(metric);
  }
  for (std::uint32_t l = 0; l < kPlaces; ++l) cube.locations.push_back({model::Rank{l}, 0, "n"});
  for (std::uint32_t c = 0; c < callpaths; ++c) {
    model::CubeCallPath path;
    path.region = "region " + std::to_string(random() % kRegions);
    std::uint32_t parent = c == 0 ? 0 : static_cast<std::uint32_t>(random() % c);
    while (parent > 0 && cube.callpaths[parent].region == "region 6") --parent;
    if (c > 0) path.parent = CallPathId{parent};
    if (c == 0) path.region = "region 0";
    cube.callpaths.push_back(path);
    for (std::uint32_t m = 0; m < 2; ++m)
      if (random() % 4 != 0)
        for (std::uint32_t l = 0; l < kPlaces; ++l)
          cube.set(MetricId{m}, CallPathId{c}, model::LocationIndex{l},
                   static_cast<double>(random() % 100));
  }
  return cube;
}

std::vector<double> region_by_hand(const SeverityCube& cube, MetricId metric, CallPathId one,
                                   bool inclusive) {
  const std::string& region = cube.callpaths[one.index()].region;
  std::vector<double> sums(kPlaces);
  for (std::uint32_t c = 0; c < cube.callpaths.size(); ++c) {
    bool counts = false;
    for (CallPathId above{c}; above.valid() && !counts;
         above = inclusive ? cube.callpaths[above.index()].parent : CallPathId{})
      counts = cube.callpaths[above.index()].region == region;
    for (std::uint32_t l = 0; counts && l < kPlaces; ++l)
      sums[l] += cube.value(metric, CallPathId{c}, model::LocationIndex{l});
  }
  return sums;
}

TEST(RegionSums, AreThoseOfTheRows) {
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    const SeverityCube cube = cube_of_regions(seed, seed == 0 ? 1 : 900);
    for (const bool is_ahead : {false, true}) {
      SubtreeSums subtrees(cube);
      RegionSums sums(cube, subtrees);
      while (is_ahead && sums.keep_more(MetricId{0})) continue;
      for (std::uint32_t c = 0; c < cube.callpaths.size(); c += 29)
        for (const std::uint32_t m : {0, 1})
          for (const bool inclusive : {false, true})
            EXPECT_EQ(sums.of(MetricId{m}, CallPathId{c}, inclusive),
                      region_by_hand(cube, MetricId{m}, CallPathId{c}, inclusive))
                << cube.callpaths[c].region << " " << inclusive;
    }
  }
}

TEST(RegionSums, OfManyCallPathsAreKept) {
  const SeverityCube cube = cube_of_regions(3, 2000);
  SubtreeSums subtrees(cube);
  RegionSums sums(cube, subtrees);
  sums.of(MetricId{0}, CallPathId{1999}, false);
  const std::uint64_t rows = sums.rows_read();
  EXPECT_GT(rows, 100u);
  sums.of(MetricId{0}, CallPathId{1999}, false);
  EXPECT_EQ(sums.rows_read(), rows);
}

TEST(RegionSums, AreKeptAheadInSmallSteps) {
  const SeverityCube cube = cube_of_regions(3, 2000);
  SubtreeSums subtrees(cube);
  while (subtrees.keep_more(MetricId{0})) continue;
  RegionSums sums(cube, subtrees);
  for (bool is_more = true; is_more;) {
    const std::uint64_t rows = sums.rows_read() + subtrees.rows_read();
    is_more = sums.keep_more(MetricId{0});
    EXPECT_LE(sums.rows_read() + subtrees.rows_read() - rows, 64u);
  }
  const std::uint64_t rows = sums.rows_read() + subtrees.rows_read();
  for (std::uint32_t c = 0; c < 2000; c += 7)
    for (const bool inclusive : {false, true}) sums.of(MetricId{0}, CallPathId{c}, inclusive);
  EXPECT_EQ(sums.rows_read() + subtrees.rows_read(), rows);
}

TEST(RegionSums, ForgetMetricsThatAreNotAskedFor) {
  const SeverityCube cube = cube_of_regions(3, 2000);
  SubtreeSums subtrees(cube);
  RegionSums sums(cube, subtrees, 0);
  EXPECT_TRUE(sums.is_full());
  const auto rows_of = [&](std::uint32_t metric) {
    const std::uint64_t before = sums.rows_read();
    sums.of(MetricId{metric}, CallPathId{1999}, false);
    return sums.rows_read() - before;
  };
  const std::uint64_t all = rows_of(0);
  EXPECT_EQ(rows_of(0), 0u);
  EXPECT_GT(rows_of(1), 0u);
  EXPECT_EQ(rows_of(0), all);
}

}  // namespace
}  // namespace tarry::explorer
