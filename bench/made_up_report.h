// SPDX-License-Identifier: BSD-3-Clause
// A report of a large run, generated row by row, as sparse as real ones are. The profiles of
// Score-P beside its traces have values for 30 to 40 % of their pairs of metric and call path: 4 of
// 10 to 14 metrics for each call path, the others for calls of MPI alone. Analyses of ours have
// many more metrics, most of them about one kind of waiting. In the rows of programs without
// threads 79 to 100 % of the locations have values; in those of a program with threads 47 %,
// because functions run on the first thread of a process.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::bench {

class MadeUpReport {
 public:
  static constexpr std::uint32_t kThreads = 16;  // of each rank

  MadeUpReport(std::uint32_t metrics, std::uint32_t callpaths, std::uint32_t locations) {
    cube.experiment.program = "made-up";
    cube.experiment.ranks = std::max(locations / kThreads, 1u);
    cube.experiment.threads = std::min(locations, kThreads);
    cube.experiment.duration_s = 100.0;
    for (std::uint32_t m = 0; m < metrics; ++m) add_metric(m);
    for (std::uint32_t c = 0; c < callpaths; ++c) add_callpath(c);
    for (std::uint32_t l = 0; l < locations; ++l)
      cube.locations.push_back({model::Rank{l / kThreads}, l % kThreads,
                                "node" + std::to_string(l / (4 * kThreads)), "cpu"});
  }

  // Returns whether the call path has values of the metric.
  [[nodiscard]] bool has_row(std::uint32_t metric, std::uint32_t callpath) const {
    if (metric < kOfAllCalls) return true;
    const bool is_mpi = cube.callpaths[callpath].paradigm == "mpi";
    if (metric == kOfAllCalls) return !is_mpi;
    if (metric == kOfAllCalls + 1) return is_mpi;
    // Point-to-point and collective calls, their bytes and numbers
    if (metric < kOfKindsOfCalls) return is_mpi && hash(callpath, metric % 3) % 3 == 0;
    // Wait states and their causes
    return (metric % 2 == 0) == is_mpi && hash(metric, callpath) % (32u << metric % 5) == 0;
  }

  // Fills `row` with the values, times or counts.
  void fill(std::uint32_t metric, std::uint32_t callpath, std::vector<double>& row) const {
    row.assign(cube.locations.size(), 0.0);
    const bool in_threads = hash(callpath, 0) % 8 == 0;      // within a parallel region
    const std::uint32_t part = 1u << hash(callpath, 1) % 4;  // not all ranks call everything
    const bool is_wait = metric >= kOfKindsOfCalls;
    for (std::uint32_t l = 0; l < row.size(); l += in_threads ? 1 : kThreads) {
      const std::uint32_t rank = l / kThreads;
      if (rank % part != 0 || (is_wait && hash(rank, callpath) % 2 == 0)) continue;
      const std::uint32_t random = hash(hash(metric, callpath), l);
      // Times have nanoseconds.
      row[l] = cube.metrics[metric].unit == model::Unit::Seconds ? (random >> 4) * 1e-9
                                                                 : 1 + random % 1000;
    }
  }

  model::SeverityCube cube;  // without values

 private:
  // time, execution, visits and two counters
  static constexpr std::uint32_t kOfAllCalls = 5;
  static constexpr std::uint32_t kOfKindsOfCalls = 15;

  static std::uint32_t hash(std::uint32_t a, std::uint32_t b) {
    std::uint32_t h = a * 0x9E3779B1u ^ (b + 0x7F4A7C15u) * 0x85EBCA77u;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return h ^ h >> 15;
  }

  void add_metric(std::uint32_t number) {
    const bool is_count = number >= 2 && number < kOfAllCalls;
    model::CubeMetric metric;
    metric.id = number == 0 ? "time" : "metric" + std::to_string(number);
    metric.name = "Metric " + std::to_string(number);
    metric.unit = is_count ? model::Unit::Occurrences : model::Unit::Seconds;
    if (!is_count && number != 0) metric.parent = model::MetricId{0};
    cube.metrics.push_back(std::move(metric));
  }

  // The last quarter of the call paths of a function are calls of MPI.
  void add_callpath(std::uint32_t number) {
    constexpr std::uint32_t kOfFunction = 8;
    const std::uint32_t within = number % kOfFunction;
    const bool is_mpi = within >= 6;
    const model::CallPathId parent{within == 0 ? (number / kOfFunction / 2) * kOfFunction
                                               : number - within};
    cube.callpaths.push_back(
        {number == 0 ? model::CallPathId{} : parent,
         is_mpi ? "MPI_Call" + std::to_string(within) : "function" + std::to_string(number % 3001),
         "program.cc", 1 + number % 5000, "function", is_mpi ? "mpi" : "compiler"});
  }
};

}  // namespace tarry::bench
