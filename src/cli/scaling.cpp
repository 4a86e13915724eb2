// SPDX-License-Identifier: BSD-3-Clause
#include "cli/scaling.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "base/counted.h"
#include "base/temporary_directory.h"
#include "cli/analysis_step.h"
#include "cli/messages.h"
#include "cli/prediction_report.h"
#include "cli/processes.h"
#include "compressed/extrapolate/evaluate.h"
#include "compressed/extrapolate/extrapolate.h"
#include "compressed/extrapolate/uneven_loads.h"
#include "experiment/experiment.h"
#include "experiment/report_file.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;
using compressed::FormulaTrace;
using compressed::NamedTrace;
using compressed::Trace;
using experiment::Experiment;
using experiment::Part;

constexpr double kNoError = 1e-6;  // smaller errors of a fit are those of rounding

double computation_of(const Trace& trace) {
  double sum = 0;
  for (const compressed::Event& event : trace.events)
    for (const compressed::EventTimes& times : event.times)
      sum += static_cast<double>(times.before.sum());
  return sum;
}

// Returns the time of a recorded run, averaged over its ranks.
double recorded_time(const Trace& trace) {
  double sum = computation_of(trace);
  for (const compressed::Event& event : trace.events)
    for (const compressed::EventTimes& times : event.times)
      sum += static_cast<double>(times.duration.sum());
  return trace.ranks == 0 ? 0 : sum / trace.ranks * 1e-9;
}

class Scaler {
 public:
  Scaler(const ScalingWishes& wishes, const SimulationOptions& simulation,
         const CommonOptions& common, fs::path place)
      : wishes_(wishes), simulation_(simulation), common_(common), place_(std::move(place)) {}

  base::Result<Scaling> run();

 private:
  base::Status read();
  base::Status measure(const std::string& input, const Trace& trace);
  base::Status fit();
  base::Status choose_network();
  void find_fit_error();
  void note_lost_imbalance();
  void note_lost_loads();
  void note_unknown_errors(const compressed::TimeErrors& errors);
  base::Result<ScaledRun> predict(std::uint32_t ranks);
  base::Result<Trace> extrapolated(const FormulaTrace& formulas, std::uint32_t ranks,
                                   compressed::TimeErrors* errors = nullptr) const;
  base::Result<RunFigures> figures(const Trace& trace, double computation,
                                   const simulate::NetworkModel& network);
  void note_missing(std::uint32_t ranks, const std::string& why) {
    note(fmt::format("how much depends on the run with {} is partly unknown: without it, {}",
                     base::counted(ranks, "rank"), why));
  }
  void note(const std::string& text) {
    if (std::find(made_.notes.begin(), made_.notes.end(), text) == made_.notes.end())
      made_.notes.push_back(text);
  }

  const ScalingWishes& wishes_;
  const SimulationOptions& simulation_;
  const CommonOptions& common_;
  fs::path place_;
  std::vector<NamedTrace> traces_;  // by ranks
  std::map<std::uint32_t, MeasuredRun> measured_;
  std::optional<FormulaTrace> formulas_;
  struct WithoutOne {
    std::uint32_t ranks = 0;  // of the trace that is left out
    FormulaTrace formulas;
  };
  std::vector<WithoutOne> without_one_;
  ChosenSimulation chosen_;
  std::optional<NetworkBounds> bounds_;
  Scaling made_;
};

base::Status Scaler::measure(const std::string& input, const Trace& trace) {
  MeasuredRun run;
  run.time_s = recorded_time(trace);
  std::error_code ignored;
  if (fs::is_directory(input, ignored)) {
    const Experiment experiment(input);
    fs::path report;
    if (experiment.has(Part::Analysis)) {
      report = experiment.path(Part::Analysis);
    } else if (experiment.has(Part::Archive)) {
      report = place_ / "measured.cubex";
      TRY_ASSIGN(const analysis::Analysis analyzed,
                 analyze_to(experiment.path(Part::Archive), report, common_, Processes::alone()));
    }
    if (!report.empty()) {
      TRY_ASSIGN(const model::SeverityCube cube, experiment::load_report_file(report.string()));
      run.figures = figures_of(cube);
      run.time_s = run.figures->time_s;
    }
  }
  measured_[trace.ranks] = std::move(run);
  return base::kOk;
}

base::Status Scaler::read() {
  for (const std::string& input : wishes_.inputs) {
    TRY_ASSIGN(Trace trace, read_compressed(input));
    for (const std::string& text : trace.notes)
      warn(common_, input + ": a note of the trace: " + text);
    TRY(measure(input, trace));
    traces_.push_back({input, std::move(trace)});
  }
  std::stable_sort(traces_.begin(), traces_.end(), [](const NamedTrace& a, const NamedTrace& b) {
    return a.trace.ranks < b.trace.ranks;
  });
  for (const NamedTrace& each : traces_) made_.recorded.push_back(each.trace.ranks);
  made_.program = traces_.front().trace.program;
  return base::kOk;
}

base::Status Scaler::fit() {
  TRY_ASSIGN(formulas_, compressed::fit_formulas(traces_));
  if (!wishes_.with_variations) return base::kOk;
  for (std::size_t i = 0; i < traces_.size(); ++i) {
    std::vector<NamedTrace> others = traces_;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    auto fitted = compressed::fit_formulas(std::move(others));
    if (fitted.ok())
      without_one_.push_back({traces_[i].trace.ranks, std::move(fitted).value()});
    else
      note_missing(traces_[i].trace.ranks, fitted.error().message());
  }
  return base::kOk;
}

void Scaler::find_fit_error() {
  for (const NamedTrace& each : traces_) {
    const base::Result<Trace> again = extrapolated(*formulas_, each.trace.ranks);
    const double recorded = computation_of(each.trace);
    if (!again.ok() || recorded == 0) continue;
    made_.fit_error = std::max(made_.fit_error, std::fabs(computation_of(*again) / recorded - 1));
  }
}

base::Result<Trace> Scaler::extrapolated(const FormulaTrace& formulas, std::uint32_t ranks,
                                         compressed::TimeErrors* errors) const {
  for (std::size_t i = 0; i < formulas.bases.size(); ++i)
    if (formulas.bases[i].ranks() == ranks)
      return compressed::evaluate(formulas, formulas.bases[i], errors);
  TRY_ASSIGN(const compressed::Extents extents, compressed::target_extents(formulas, ranks));
  return compressed::evaluate(formulas, extents, errors);
}

base::Result<RunFigures> Scaler::figures(const Trace& trace, double computation,
                                         const simulate::NetworkModel& network) {
  simulate::Options options = chosen_.options;
  options.network = network;
  options.changes.computation = computation;
  const fs::path directory = place_ / "simulated";
  TRY_ASSIGN(const PredictedRun run, predict_run(trace, options, directory, true, common_));
  std::error_code ignored;
  fs::remove_all(directory, ignored);
  if (run.figures) return *run.figures;
  return base::Error{base::ErrorCode::Failed, stuck_summary(run, trace.ranks),
                     base::counted(trace.ranks, "rank"),
                     "'tarry predict' says who waits for whom in what 'tarry extrapolate' makes"};
}

base::Result<ScaledRun> Scaler::predict(std::uint32_t ranks) {
  ScaledRun run;
  run.ranks = ranks;
  if (const auto found = measured_.find(ranks); found != measured_.end())
    run.measured = found->second;
  compressed::TimeErrors errors;
  TRY_ASSIGN(const Trace trace, extrapolated(*formulas_, ranks, &errors));
  const simulate::NetworkModel& network = chosen_.options.network;
  TRY_ASSIGN(run.predicted, figures(trace, 1, network));
  run.computation_error = std::max(made_.fit_error, errors.error());
  if (!wishes_.with_variations) return run;
  note_unknown_errors(errors);
  if (run.computation_error > kNoError)
    for (const double sign : {-1.0, 1.0}) {
      TRY_ASSIGN(RunFigures varied,
                 figures(trace, std::max(0.0, 1 + sign * run.computation_error), network));
      run.variations.push_back(std::move(varied));
    }
  if (bounds_)
    for (const simulate::NetworkModel* const other : {&bounds_->slow, &bounds_->fast}) {
      TRY_ASSIGN(RunFigures varied, figures(trace, 1, *other));
      run.variations.push_back(std::move(varied));
    }
  for (const WithoutOne& without : without_one_) {
    const base::Result<Trace> other = extrapolated(without.formulas, ranks);
    if (!other.ok()) continue;  // a size below those that are left
    base::Result<RunFigures> varied = figures(*other, 1, network);
    if (varied.ok())
      run.variations.push_back(std::move(varied).value());
    else  // too few traces are left to tell what some ranks do
      note_missing(without.ranks, "the calls of larger runs do not fit together");
  }
  return run;
}

base::Status Scaler::choose_network() {
  const std::uint32_t largest = *std::max_element(wishes_.targets.begin(), wishes_.targets.end());
  TRY_ASSIGN(chosen_, simulation_.chosen(traces_.back().trace,
                                         std::max(largest, traces_.back().trace.ranks)));
  std::vector<const Trace*> traces;
  for (const NamedTrace& each : traces_) traces.push_back(&each.trace);
  if (chosen_.platform == nullptr) bounds_ = bounds_of_network(traces, chosen_);
  made_.network = chosen_.network;
  for (const NetworkValue& value : made_.network)
    if (value.source == "assumed" && wishes_.with_variations)
      note("the " + value.name +
           " is assumed, because no trace tells it: the ranges do not say "
           "what another one would change");
  return base::kOk;
}

// A model with as many unknowns as there are runs goes through all of their times.
void Scaler::note_unknown_errors(const compressed::TimeErrors& errors) {
  constexpr double kMost = 0.5;
  if (errors.unconfirmed_ns > kMost * errors.computation_ns)
    note(
        "most of the computation follows models that the runs do not confirm, so its error is not "
        "known; one more run would tell it");
}

// Ranks that make the same calls share their times, so what slows single ones down gets lost.
void Scaler::note_lost_imbalance() {
  constexpr double kNotable = 0.1;
  for (const ScaledRun& run : made_.runs) {
    if (!run.measured || !run.measured->figures) continue;
    const double measured = run.measured->figures->load_balance;
    if (run.predicted.load_balance - measured > kNotable)
      note(
          fmt::format("the load balance of {} ranks is {:.0f} %, predicted {:.0f} %: some ranks "
                      "computed longer than others that make the same calls, and larger runs are "
                      "predicted without that",
                      run.ranks, 100 * measured, 100 * run.predicted.load_balance));
  }
}

// The fit knows of loads that differ without a rule, whether efficiencies were measured or not.
void Scaler::note_lost_loads() {
  for (const std::string& lost : formulas_->notes)
    if (lost.starts_with(compressed::kUnevenLoads)) note("the predictions lack " + lost);
}

base::Result<Scaling> Scaler::run() {
  TRY(read());
  TRY(fit());
  TRY(choose_network());
  find_fit_error();
  std::vector<std::uint32_t> sizes = made_.recorded;
  sizes.insert(sizes.end(), wishes_.targets.begin(), wishes_.targets.end());
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  for (const std::uint32_t ranks : sizes) {
    TRY_ASSIGN(ScaledRun run, predict(ranks));
    made_.runs.push_back(std::move(run));
  }
  note_lost_imbalance();
  note_lost_loads();
  if (wishes_.with_variations && without_one_.empty())
    note(
        "no trace can be left out, so only the errors of the fitted times and of the network are "
        "in "
        "the ranges");
  return std::move(made_);
}

}  // namespace

base::Result<Scaling> predict_scaling(const ScalingWishes& wishes,
                                      const SimulationOptions& simulation,
                                      const CommonOptions& common) {
  TRY_ASSIGN(const base::TemporaryDirectory temporary, base::TemporaryDirectory::make());
  return Scaler(wishes, simulation, common, temporary.path()).run();
}

}  // namespace tarry::cli
