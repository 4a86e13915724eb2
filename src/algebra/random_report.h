// SPDX-License-Identifier: BSD-3-Clause
// Reports for property tests: their metrics, call paths and locations overlap in part. Values are
// whole numbers, so that sums do not depend on the order.
#pragma once

#include <algorithm>
#include <random>

#include "algebra/united.h"
#include "model/severity_cube.h"

namespace tarry::algebra {

class RandomReport {
 public:
  explicit RandomReport(std::uint32_t seed) : random_(seed) {}

  model::SeverityCube make() {
    model::SeverityCube cube;
    cube.experiment.program = "wave";
    cube.experiment.duration_s = number(1, 9);
    for (const char* id : {"time", "mpi", "visits", "bytes"}) add_metric(id, cube);
    add_calls(model::CallPathId{}, 0, cube);
    if (cube.callpaths.empty()) cube.callpaths.push_back({{}, "main", "", 0, "function", "user"});
    for (std::uint32_t rank = 0; rank < 4; ++rank)
      for (std::uint32_t thread = 0; thread < 2; ++thread)
        if (number(0, 2) != 0) cube.locations.push_back({model::Rank{rank}, thread, "n", "cpu"});
    for (std::uint32_t m = 0; m < cube.metrics.size(); ++m)
      for (std::uint32_t c = 0; c < cube.callpaths.size(); ++c)
        for (std::uint32_t l = 0; l < cube.locations.size(); ++l)
          if (number(0, 2) != 0)
            cube.set(model::MetricId{m}, model::CallPathId{c}, model::LocationIndex{l},
                     number(-9, 9));
    return cube;
  }

 private:
  int number(int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random_);
  }

  void add_metric(const char* id, model::SeverityCube& cube) {
    if (number(0, 4) == 0) return;
    model::CubeMetric metric;
    metric.id = metric.name = id;
    const std::string name = id;
    metric.unit = name == "visits"  ? model::Unit::Occurrences
                  : name == "bytes" ? model::Unit::Bytes
                                    : model::Unit::Seconds;
    if (name == "mpi") metric.parent = cube.find("time");
    cube.metrics.push_back(std::move(metric));
  }

  // Adds some of four regions below a call path, one of them at two call sites.
  void add_calls(model::CallPathId parent, int depth, model::SeverityCube& cube) {
    if (depth == 3) return;
    for (const char* region : {"main", "solve", "MPI_Send", "MPI_Send"}) {
      if (number(0, 2) == 0) continue;
      model::CubeCallPath path{parent, region, "", 0, "function", "user"};
      if (path.region == "MPI_Send") {
        path.paradigm = "mpi";
        path.call_site = number(0, 1) == 0 ? "a.c:1" : "a.c:2";
      }
      const model::CallPathId here{static_cast<std::uint32_t>(cube.callpaths.size())};
      cube.callpaths.push_back(std::move(path));
      if (region != std::string("MPI_Send")) add_calls(here, depth + 1, cube);
    }
  }

  std::mt19937 random_;
};

}  // namespace tarry::algebra
