// SPDX-License-Identifier: BSD-3-Clause
// The run that the tests of this folder score has two ranks. The second has two threads and does
// twice as much. `tiny` and `small` are called often and lead nowhere; `solve` leads to a receive.
#pragma once

#include "model/severity_cube.h"

namespace tarry::score {

enum SamplePath : std::uint32_t { kMain, kSolve, kRecv, kTiny, kSmall, kBarrier };

inline model::SeverityCube sample_run() {
  using model::CallPathId;
  using model::Rank;
  model::SeverityCube cube;
  cube.add_catalogue();
  cube.experiment.program = "build/wave";
  cube.callpaths = {
      {CallPathId{}, "main", "wave.c", 10, "function", "compiler"},
      {CallPathId{kMain}, "solve", "wave.c", 42, "function", "compiler"},
      {CallPathId{kSolve}, "MPI_Recv", "", 0, "point2point", "mpi"},
      {CallPathId{kSolve}, "tiny", "tiny.c", 3, "function", "compiler"},
      {CallPathId{kTiny}, "small", "tiny.c", 9, "function", "compiler"},
      {CallPathId{kMain}, "MPI_Barrier", "", 0, "barrier", "mpi"},
  };
  cube.locations = {
      {Rank{0}, 0, "n1", "cpu"}, {Rank{1}, 0, "n1", "cpu"}, {Rank{1}, 1, "n1", "cpu"}};
  const auto put = [&](const char* metric, std::uint32_t path, std::vector<double> values) {
    cube.set_row(model::find_metric(metric), CallPathId{path}, std::move(values));
  };
  put("visits", kMain, {1, 1, 0});
  put("visits", kSolve, {10, 20, 0});
  put("visits", kRecv, {10, 20, 0});
  put("visits", kTiny, {1000, 2000, 2000});
  put("visits", kSmall, {500, 1000, 0});
  put("visits", kBarrier, {1, 1, 0});
  put("time", kMain, {1, 1, 0});
  put("time", kSolve, {2, 2, 0});
  put("time", kTiny, {0.25, 0.25, 0.5});
  put("time", kSmall, {4, 4, 0});
  put("comms_recv", kRecv, {10, 20, 0});
  put("bytes_rcvd", kRecv, {80, 160, 0});
  return cube;
}

}  // namespace tarry::score
