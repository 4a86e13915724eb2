// SPDX-License-Identifier: BSD-3-Clause
// A small cube for the tests of this folder. In main, solve is called twice; ranks 1 and 2 wait in
// its receive, rank 3 does not, and all ranks meet in a barrier.
#pragma once

#include "model/severity_cube.h"

namespace tarry::report {

inline model::SeverityCube sample_cube() {
  using model::CallPathId;
  using model::LocationIndex;
  using model::MetricId;
  using model::Rank;
  model::SeverityCube cube;
  cube.add_catalogue();
  cube.experiment.program = "wave";
  cube.experiment.ranks = 4;
  cube.experiment.threads = 1;
  cube.experiment.duration_s = 2.5;
  cube.experiment.warnings = {"2 messages <received> without a send & more"};
  cube.experiment.attributes = {{"trace", "run1/traces.otf2"}};
  cube.callpaths = {
      {CallPathId{}, "main", "wave.c", 10, "function", "compiler"},
      {CallPathId{0}, "solve", "wave.c", 42, "function", "compiler"},
      {CallPathId{1}, "MPI_Recv", "", 0, "point2point", "mpi"},
      {CallPathId{0}, "MPI_Barrier", "", 0, "barrier", "mpi"},
  };
  for (std::uint32_t rank = 0; rank < 4; ++rank)
    cube.locations.push_back({Rank{rank}, 0, rank < 2 ? "n1" : "n2", "cpu"});
  const auto put = [&](const char* metric, std::uint32_t callpath, std::vector<double> values) {
    cube.set_row(model::find_metric(metric), CallPathId{callpath}, std::move(values));
  };
  for (const char* metric : {"time", "execution", "comp"}) {
    put(metric, 0, {0.5, 0.5, 0.5, 0.5});
    put(metric, 1, {1.5, 1.0, 0.75, 1.5});
  }
  for (const char* metric : {"time", "execution", "mpi"}) {
    put(metric, 2, {0.25, 0.75, 1.0, 0.25});
    put(metric, 3, {0.25, 0.25, 0.25, 0.25});
  }
  for (const char* metric : {"mpi_communication", "mpi_point2point"})
    put(metric, 2, {0.25, 0.75, 1.0, 0.25});
  put("mpi_latesender", 2, {0, 0.5, 0.875, 0});
  for (const char* metric : {"mpi_synchronization", "mpi_sync_collective"})
    put(metric, 3, {0.25, 0.25, 0.25, 0.25});
  put("mpi_barrier_wait", 3, {0, 0, 0.125, 0});
  put("visits", 0, {1, 1, 1, 1});
  put("visits", 1, {2, 2, 2, 2});
  put("visits", 2, {20, 20, 20, 20});
  put("visits", 3, {1, 1, 1, 1});
  for (const char* metric : {"bytes", "bytes_p2p", "bytes_rcvd"})
    put(metric, 2, {0, 4096, 1048576, 0});
  return cube;
}

// In that cube the solver of rank 0 makes rank 1 wait, which makes rank 2 wait.
inline model::Finding sample_finding() {
  using model::CallPathId;
  using model::LocationIndex;
  using model::Rank;
  model::Finding finding;
  finding.callpath = CallPathId{1};
  finding.ranks = {Rank{0}};
  finding.delay_s = 0.5;
  finding.cost_s = 1.375;
  finding.gain_s = finding.gain_low_s = finding.gain_high_s = finding.gain_alone_s = 0.25;
  finding.model = "waitfirst";
  finding.victims = {{"mpi_latesender", CallPathId{2}, {Rank{1}}, 0.5, 1.0, {}},
                     {"mpi_latesender", CallPathId{2}, {Rank{2}}, 0.875, 2.0, {}}};
  finding.episode.cause = {"", CallPathId{1}, LocationIndex{0}, 0.0, 1.0};
  finding.episode.waits = {{"mpi_latesender", CallPathId{2}, LocationIndex{1}, 0.5, 1.0},
                           {"mpi_latesender", CallPathId{2}, LocationIndex{2}, 0.625, 1.5}};
  return finding;
}

// The waits of the receive and of the barrier in that cube, as if each was made of few.
inline std::vector<model::WaitStatistics> sample_statistics() {
  using model::CallPathId;
  using model::Rank;
  const model::LongWait longest{CallPathId{2}, Rank{2}, 0.5,
                                1.0,           0.5,     {CallPathId{1}, Rank{1}, 0.75, 1.25}};
  const model::WaitFigures late{6,    1.375, 1.375 / 6, 0.1 + 0.2, 0.5,
                                0.25, 0.125, 0.2,       0.45,      {longest}};
  const model::WaitFigures at_barrier{1, 0.125, 0.125, 0.125, 0.125, 0.125};
  return {{late, "mpi_latesender", {{"row: 0-1", 4, 1.0}, {"", 2, 0.375}}, {{late, CallPathId{2}}}},
          {at_barrier, "mpi_barrier_wait"}};
}

}  // namespace tarry::report
