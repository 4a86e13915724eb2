// SPDX-License-Identifier: BSD-3-Clause
#include "explorer/subtree_sums.h"

#include <gtest/gtest.h>

#include <random>

namespace tarry::explorer {
namespace {

using model::CallPathId;
using model::MetricId;
using model::SeverityCube;

constexpr std::uint32_t kLocations = 3;

// Whole numbers, so that sums do not depend on the order.
SeverityCube tree(std::uint32_t seed, std::uint32_t callpaths, bool is_chain) {
  std::mt19937 random(seed);
  SeverityCube cube;
  for (const char* id : {"time", "visits"}) {
    model::CubeMetric metric;
    metric.id = id;
    cube.metrics.push_back(metric);
  }
  for (std::uint32_t l = 0; l < kLocations; ++l) cube.locations.push_back({model::Rank{l}, 0, "n"});
  for (std::uint32_t c = 0; c < callpaths; ++c) {
    model::CubeCallPath path;
    if (c != 0)
      path.parent = CallPathId{is_chain ? c - 1 : static_cast<std::uint32_t>(random() % c)};
    if (!is_chain && random() % 50 == 0) path.parent = {};
    cube.callpaths.push_back(path);
    for (std::uint32_t m = 0; m < 2; ++m)
      if (random() % 4 != 0)
        for (std::uint32_t l = 0; l < kLocations; ++l)
          cube.set(MetricId{m}, CallPathId{c}, model::LocationIndex{l},
                   static_cast<double>(random() % 100));
  }
  return cube;
}

std::vector<double> by_hand(const SeverityCube& cube, MetricId metric, CallPathId callpath) {
  std::vector<double> sums(kLocations);
  for (std::uint32_t c = callpath.value; c < cube.callpaths.size(); ++c) {
    CallPathId above{c};
    while (above.valid() && above != callpath) above = cube.callpaths[above.index()].parent;
    if (!above.valid()) continue;
    for (std::uint32_t l = 0; l < kLocations; ++l)
      sums[l] += cube.value(metric, CallPathId{c}, model::LocationIndex{l});
  }
  return sums;
}

TEST(SubtreeSums, AreThoseOfTheRows) {
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    const SeverityCube cube = tree(seed, seed == 0 ? 1 : 400, seed % 2 == 1);
    SubtreeSums sums(cube);
    std::mt19937 random(seed);
    for (int i = 0; i < 60; ++i) {
      const MetricId metric{static_cast<std::uint32_t>(random() % 2)};
      const CallPathId callpath{static_cast<std::uint32_t>(random() % cube.callpaths.size())};
      EXPECT_EQ(sums.of(metric, callpath), by_hand(cube, metric, callpath)) << callpath.value;
    }
  }
}

TEST(SubtreeSums, ReadEachRowOnceAndLaterFewRows) {
  constexpr std::uint32_t kCallPaths = 5000;
  const SeverityCube chain = tree(3, kCallPaths, true);
  SubtreeSums sums(chain);
  for (const std::uint32_t callpath : {1, 2}) sums.of(MetricId{0}, CallPathId{callpath});
  EXPECT_LE(sums.rows_read(), kCallPaths);
  for (const SeverityCube& cube : {chain, tree(4, kCallPaths, false)}) {
    SubtreeSums again(cube);
    for (std::uint32_t c = 0; c < kCallPaths; ++c) again.of(MetricId{0}, CallPathId{c});
    for (std::uint32_t c = 0; c < kCallPaths; ++c) {
      const std::uint64_t before = again.rows_read();
      again.of(MetricId{0}, CallPathId{c});
      EXPECT_LT(again.rows_read() - before, 64u);
    }
  }
}

TEST(SubtreeSums, AreKeptAheadInSmallSteps) {
  constexpr std::uint32_t kCallPaths = 3000;
  for (const SeverityCube& cube : {tree(3, kCallPaths, true), tree(4, kCallPaths, false)}) {
    SubtreeSums sums(cube);
    for (bool is_more = true; is_more;) {
      const std::uint64_t before = sums.rows_read();
      is_more = sums.keep_more(MetricId{0});
      EXPECT_LE(sums.rows_read() - before, 8u);
      if (before == 0) sums.of(MetricId{0}, CallPathId{kCallPaths / 2});  // amid the work
    }
    const std::uint64_t ahead = sums.rows_read();
    EXPECT_GT(ahead, kCallPaths / 2);
    EXPECT_LE(ahead, kCallPaths + 64u);
    for (std::uint32_t c = 0; c < kCallPaths; c += 373) {
      const std::uint64_t before = sums.rows_read();
      EXPECT_EQ(sums.of(MetricId{0}, CallPathId{c}), by_hand(cube, MetricId{0}, CallPathId{c}));
      EXPECT_LT(sums.rows_read() - before, 64u);
    }
  }
}

TEST(SubtreeSums, AreKeptAheadBelowOneCallPathWithManyOthers) {
  SeverityCube cube = tree(6, 1, true);
  for (std::uint32_t c = 1; c < 1000; ++c) {
    model::CubeCallPath path;
    path.parent = CallPathId{c < 3 ? c - 1 : 1};  // 997 of them below the second one
    cube.callpaths.push_back(path);
    cube.set(MetricId{0}, CallPathId{c}, model::LocationIndex{c % kLocations}, c);
  }
  cube.set(MetricId{0}, CallPathId{0}, model::LocationIndex{0}, 1);
  SubtreeSums sums(cube);
  std::uint64_t steps = 0;
  while (sums.keep_more(MetricId{0})) ++steps;
  EXPECT_GE(steps, 1000u / 64);
  const std::uint64_t before = sums.rows_read();
  EXPECT_EQ(sums.of(MetricId{0}, CallPathId{1}), by_hand(cube, MetricId{0}, CallPathId{1}));
  EXPECT_EQ(sums.rows_read(), before);
}

TEST(SubtreeSums, AreFullBeforeSomethingIsPushedOut) {
  const SeverityCube cube = tree(5, 1000, true);
  SubtreeSums sums(cube, 8200);
  while (!sums.is_full() && sums.keep_more(MetricId{0})) continue;
  EXPECT_TRUE(sums.is_full());
  EXPECT_GT(sums.rows_read(), 400u);
  EXPECT_LT(sums.rows_read(), 700u);
}

TEST(SubtreeSums, AWholeMetricNeedsNoRow) {
  const SeverityCube cube = tree(4, 1000, true);
  SubtreeSums sums(cube);
  EXPECT_EQ(sums.of(MetricId{0}, CallPathId{0}), cube.sums_by_location(MetricId{0}));
  EXPECT_EQ(sums.rows_read(), 0u);
}

TEST(SubtreeSums, ForgetMetricsThatAreNotAskedFor) {
  const SeverityCube cube = tree(5, 1000, true);
  SubtreeSums sums(cube, 0);
  const auto rows_of = [&](std::uint32_t metric) {
    const std::uint64_t before = sums.rows_read();
    sums.of(MetricId{metric}, CallPathId{1});
    return sums.rows_read() - before;
  };
  const std::uint64_t all = rows_of(0);
  EXPECT_GT(all, 500u);
  EXPECT_LT(rows_of(0), 64u);  // those of the last metric are kept
  EXPECT_GT(rows_of(1), 500u);
  EXPECT_EQ(rows_of(0), all);
}

}  // namespace
}  // namespace tarry::explorer
