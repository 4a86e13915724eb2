// SPDX-License-Identifier: BSD-3-Clause
// Simulates a compressed trace, keeps the result as an archive and analyzes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "compressed/model/trace.h"
#include "compressed/simulate/simulation.h"
#include "model/severity_cube.h"

namespace tarry::cli {

// The figures of a run that predictions are about. Efficiencies are fractions.
struct RunFigures {
  std::uint32_t ranks = 0;
  double time_s = 0;
  double waiting_s = 0;  // of all ranks together
  double parallel = 0, load_balance = 0, communication = 0;
  // Known if the run time on an ideal network is.
  std::optional<double> serialisation, transfer;
  std::string first_cause;  // what costs others the most; empty: nobody waits noticeably
};
RunFigures figures_of(const model::SeverityCube& cube);

struct PredictedRun {
  double time_s = 0;
  std::uint64_t calls = 0, messages = 0;
  std::vector<simulate::Stuck> stuck;
  std::vector<std::string> problems;
  std::optional<RunFigures> figures;  // none if it was not analyzed

  [[nodiscard]] bool is_complete() const { return stuck.empty() && problems.empty(); }
};

// Simulates the trace and writes the archive and, if `analyzes`, its analysis into `directory`;
// without a directory it only simulates. A simulation that gets stuck is not analyzed; what was
// simulated is written.
base::Result<PredictedRun> predict_run(const compressed::Trace& trace,
                                       const simulate::Options& options,
                                       const std::filesystem::path& directory, bool analyzes,
                                       const CommonOptions& common);

// Returns the trace of a .tct file or of an experiment directory.
base::Result<compressed::Trace> read_compressed(const std::string& input);

}  // namespace tarry::cli
