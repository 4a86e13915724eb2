// SPDX-License-Identifier: BSD-3-Clause
#include "cli/predicted_run.h"

#include <fmt/core.h>
#include <unistd.h>

#include "base/bytes_text.h"
#include "base/counted.h"
#include "cli/analysis_step.h"
#include "cli/messages.h"
#include "cli/processes.h"
#include "compressed/expand/write_expanded.h"
#include "compressed/format/trace_file.h"
#include "experiment/experiment.h"
#include "report/delay_causes.h"
#include "report/efficiency.h"
#include "report/findings.h"
#include "report/wait_states.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;

base::Status check_memory(const compressed::Trace& trace) {
  const double needed = simulate::memory_needed(trace);
  const double there =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (needed <= there) return base::kOk;
  return base::Error{
      base::ErrorCode::Unsupported,
      fmt::format("a simulation of all calls takes {} of memory", base::bytes_text(needed)), "",
      fmt::format("this machine has {}", base::bytes_text(there))};
}

std::string first_cause(const model::SeverityCube& cube) {
  if (!cube.findings.empty() && cube.findings.front().gain_s > 0)
    return report::cause_name(cube, cube.findings.front());
  const std::vector<report::DelayCause> causes = report::delay_causes(cube);
  return causes.empty() ? "" : report::place_of(cube, causes.front());
}

}  // namespace

RunFigures figures_of(const model::SeverityCube& cube) {
  const report::Efficiency efficiency = report::efficiencies({cube}).front();
  RunFigures figures;
  figures.ranks = cube.experiment.ranks;
  figures.time_s = cube.experiment.duration_s;
  figures.waiting_s = report::total_waiting(cube);
  figures.parallel = efficiency.parallel;
  figures.load_balance = efficiency.load_balance;
  figures.communication = efficiency.communication;
  if (efficiency.network) {
    figures.serialisation = efficiency.network->serialisation;
    figures.transfer = efficiency.network->transfer;
  }
  figures.first_cause = first_cause(cube);
  return figures;
}

base::Result<PredictedRun> predict_run(const compressed::Trace& trace,
                                       const simulate::Options& options, const fs::path& directory,
                                       bool analyzes, const CommonOptions& common) {
  TRY(check_memory(trace));
  PredictedRun run;
  {
    const simulate::Simulation made = simulate::simulate(trace, options);
    run.time_s = static_cast<double>(made.end) * 1e-9;
    run.calls = made.calls;
    run.messages = made.messages;
    run.stuck = made.stuck;
    run.problems = made.problems;
    if (directory.empty()) return run;
    TRY_ASSIGN(const std::uint64_t written,
               compressed::write_expanded(trace, simulated_calls(trace, options, made), directory,
                                          common.threads));
    detail(common, base::counted(written, "call") + " in " + directory.string());
  }
  if (!analyzes || !run.is_complete()) return run;
  const experiment::Experiment experiment(directory);
  TRY_ASSIGN(const analysis::Analysis analysis,
             analyze_to(experiment.path(experiment::Part::Archive),
                        experiment.path(experiment::Part::Analysis), common, Processes::alone()));
  run.figures = figures_of(analysis.cube);
  return run;
}

base::Result<compressed::Trace> read_compressed(const std::string& input) {
  std::error_code ignored;
  if (!fs::is_directory(input, ignored)) return compressed::read_trace(input);
  const experiment::Experiment experiment(input);
  if (!experiment.has(experiment::Part::Compressed))
    return base::Error{base::ErrorCode::NotFound, "there is no compressed trace", input,
                       "'tarry compress' makes one of a trace"};
  return compressed::read_trace(experiment.path(experiment::Part::Compressed).string());
}

}  // namespace tarry::cli
