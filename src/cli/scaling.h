// SPDX-License-Identifier: BSD-3-Clause
// Runs of a program on more ranks, predicted: its compressed traces are extrapolated,
// simulated and analyzed. How uncertain the figures are is seen by doing the same without one of
// the traces at a time, with as much more and less computation as the fits of its times are off,
// and on the slowest and the fastest network that the traces tell of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "cli/predicted_run.h"
#include "cli/simulation_options.h"

namespace tarry::cli {

// A recorded run. Its figures are those of its analysis; without one, only the run time is known.
struct MeasuredRun {
  double time_s = 0;
  std::optional<RunFigures> figures;
};

struct ScaledRun {
  std::uint32_t ranks = 0;
  std::optional<MeasuredRun> measured;  // of a recorded size
  RunFigures predicted;
  double computation_error = 0;        // of the fitted computation, as a fraction
  std::vector<RunFigures> variations;  // the same predicted otherwise
};

struct Scaling {
  std::string program;
  std::vector<std::uint32_t> recorded;  // numbers of ranks
  std::vector<NetworkValue> network;
  double fit_error = 0;            // of the computation at the recorded sizes, as a fraction
  std::vector<ScaledRun> runs;     // by ranks
  std::vector<std::string> notes;  // what is not known, one sentence each
};

struct ScalingWishes {
  std::vector<std::string> inputs;  // .tct files or experiment directories
  std::vector<std::uint32_t> targets;
  bool with_variations = true;
};

base::Result<Scaling> predict_scaling(const ScalingWishes& wishes,
                                      const SimulationOptions& simulation,
                                      const CommonOptions& common);

}  // namespace tarry::cli
