// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/derived_metrics.h"

#include <gtest/gtest.h>

namespace tarry::analysis {
namespace {

using model::CallPathId;
using model::LocationIndex;

constexpr CallPathId kFunction{1};

// Two ranks; rank 1 computes 6 s in a function of one visit, rank 0 `sampled` s without a visit.
model::SeverityCube cube_with(double sampled) {
  model::SeverityCube cube;
  cube.add_catalogue();
  cube.callpaths.resize(2);
  cube.callpaths[0].region = "main";
  cube.callpaths[1].region = "function";
  cube.callpaths[1].parent = CallPathId{0};
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    cube.locations.emplace_back();
    cube.locations.back().rank = model::Rank{rank};
  }
  cube.experiment.ranks = 2;
  cube.set(cube.find("comp"), kFunction, LocationIndex{1}, 6.0);
  cube.set(cube.find("visits"), kFunction, LocationIndex{1}, 1.0);
  if (sampled > 0.0) cube.set(cube.find("comp"), kFunction, LocationIndex{0}, sampled);
  add_derived_metrics(cube);
  return cube;
}

double at(const model::SeverityCube& cube, const char* metric, std::uint32_t location) {
  return cube.value(cube.find(metric), kFunction, LocationIndex{location});
}

TEST(DerivedMetrics, OneOfTwoRanksTakesPart) {
  const model::SeverityCube cube = cube_with(0.0);
  EXPECT_EQ(at(cube, "imbalance_above_single", 1), 3.0);
  EXPECT_EQ(at(cube, "imbalance_below_singularity", 0), 3.0);
}

TEST(DerivedMetrics, SamplesWithoutVisitsShowThatARankTakesPart) {
  const model::SeverityCube cube = cube_with(2.0);
  EXPECT_EQ(at(cube, "imbalance_above", 1), 2.0);
  EXPECT_EQ(at(cube, "imbalance_above_single", 1), 0.0);
  EXPECT_EQ(at(cube, "imbalance_below", 0), 2.0);
  EXPECT_EQ(at(cube, "imbalance_below_bypass", 0), 0.0);
}

}  // namespace
}  // namespace tarry::analysis
