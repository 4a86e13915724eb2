// SPDX-License-Identifier: BSD-3-Clause
// The result of `tarry predict` as text and JSON (docs/formats/prediction-json.md).
#pragma once

#include <optional>
#include <string>

#include "cli/predicted_run.h"
#include "cli/simulation_options.h"
#include "compressed/model/trace.h"

namespace tarry::cli {

struct Prediction {
  PredictedRun run;
  std::optional<PredictedRun> unchanged;  // without the changes, if there are any
};

std::string prediction_text(const Prediction& prediction, const compressed::Trace& trace,
                            const ChosenSimulation& chosen);
std::string prediction_json(const Prediction& prediction, const compressed::Trace& trace,
                            const ChosenSimulation& chosen);

// Returns one line for each of those that wait for ever, up to a limit, and for each problem.
std::vector<std::string> stuck_lines(const PredictedRun& run);
// Returns a summary of them for an error: "3 of 8 ranks wait for ever: 0 -> 1 -> 0".
std::string stuck_summary(const PredictedRun& run, std::uint32_t ranks);

}  // namespace tarry::cli
