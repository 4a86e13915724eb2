// SPDX-License-Identifier: BSD-3-Clause
#include "cli/analysis_step.h"

#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>

#include "analysis/patterns/catalogue.h"
#include "base/bytes_text.h"
#include "base/counted.h"
#include "base/shell_line.h"
#include "cli/messages.h"
#include "cli/progress_line.h"
#include "cli/trace_samples.h"
#include "experiment/experiment.h"
#include "experiment/report_file.h"
#include "report/cubex.h"
#include "report/delay_causes.h"
#include "report/machine_notes.h"
#include "report/unexplained.h"
#include "report/wait_states.h"
#include "trace/open_trace.h"
#include "workers/agree.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;
using trace::TimeCorrection;

// Notes every unusual choice in the warnings of the report.
void add_wishes(const AnalysisWishes& wishes, model::SeverityCube& cube) {
  std::vector<std::string>& warnings = cube.experiment.warnings;
  if (wishes.time_correction == TimeCorrection::None)
    warnings.emplace_back("clock offsets were not applied (--time-correction none)");
  if (wishes.clamp_delays)
    warnings.emplace_back("short-term delay costs of messages were limited (--delay-clamp)");
  if (wishes.rma_progress)
    warnings.emplace_back(
        "calls of lock epochs wait until their targets enter MPI (--rma-progress)");
  if (!wishes.samples) warnings.emplace_back("samples were not used (--no-samples)");
  std::string ids;
  for (const model::MetricId metric : wishes.left_out)
    if (metric < model::first_cost_metric())  // metrics of costs need no mention
      ids += (ids.empty() ? "" : ", ") + std::string(model::all_metrics()[metric.index()].id);
  if (!ids.empty()) warnings.push_back("left out on demand (--patterns, --skip): " + ids);
}

// Returns nullptr if there are no samples that all processes can read; `unused` then says why, if
// there are samples at all. Collective.
std::unique_ptr<model::SampleSource> samples_of(const fs::path& anchor,
                                                const model::TraceSource& source,
                                                const Processes& processes, std::string& unused) {
  std::unique_ptr<model::SampleSource> samples;
  const base::Result<std::string> prepared = processes.on_first([&]() -> base::Result<std::string> {
    TRY_ASSIGN(const bool has_samples, prepare_trace_samples(anchor));
    return std::string(has_samples ? "yes" : "");
  });
  if (prepared.ok() && prepared->empty()) return nullptr;
  const auto open = [&]() -> base::Status {
    if (!prepared.ok()) return prepared.error();
    TRY_ASSIGN(samples, open_trace_samples(anchor, source));
    return base::kOk;
  };
  const base::Status opened = workers::do_together(processes.transport(), open);
  if (opened.ok()) return samples;
  unused = "samples were not used to divide the time of functions: " + opened.error().message();
  return nullptr;
}

// The timeline and other readers of the trace take the corrections from a file beside it.
void keep_corrections(const fs::path& anchor, const model::TraceSource& source,
                      const clocks::Corrections& corrections, const CommonOptions& common) {
  const base::Status kept = trace::keep_corrections(anchor, source, corrections);
  if (!kept.ok())
    warn(common, "other views of the trace may have other times than the report: " +
                     kept.error().message());
}

void warn_of_limit(const analysis::Analysis& analysis, const AnalysisWishes& wishes,
                   const CommonOptions& common) {
  if (wishes.memory_limit != 0 && analysis.unspillable_bytes > wishes.memory_limit)
    warn(common, fmt::format("--memory {} could not be kept: definitions, call tree and cube alone "
                             "took {}",
                             base::bytes_text(wishes.memory_limit),
                             base::bytes_text(analysis.unspillable_bytes)));
}

void say_cost(const analysis::Analysis& analysis, const Processes& processes,
              const CommonOptions& common) {
  const analysis::Cost& cost = analysis.cost;
  constexpr const char* kStageNames[analysis::kStages] = {
      "read and extract", "match messages", "match collectives", "evaluate",
      "delays",           "findings",       "assemble"};
  std::string stages;
  for (std::size_t stage = 0; stage < analysis::kStages; ++stage)
    stages += fmt::format("{}{} {:.3f} s", stage == 0 ? "" : ", ", kStageNames[stage],
                          cost.seconds[stage]);
  detail(common, fmt::format("{}: {}", base::counted(cost.events, "event"), stages));
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  detail(common,
         fmt::format("memory of {}: synchronization records {}, messages between workers {}, call "
                     "tree {}, the cube's share {}; peak of the first {}",
                     base::counted(processes.size(), "process", "processes"),
                     base::bytes_text(cost.record_bytes), base::bytes_text(cost.message_bytes),
                     base::bytes_text(cost.callpath_bytes), base::bytes_text(cost.cell_bytes),
                     base::bytes_text(static_cast<std::uint64_t>(usage.ru_maxrss) * 1024)));
  if (analysis.spilled_bytes != 0)
    detail(common, fmt::format("up to {} lay in a file", base::bytes_text(analysis.spilled_bytes)));
}

}  // namespace

base::Result<analysis::Analysis> analyze_to(const fs::path& anchor, const fs::path& output,
                                            const CommonOptions& common, const Processes& processes,
                                            const AnalysisWishes& wishes) {
  std::unique_ptr<model::TraceSource> source;
  bool correct_clocks = wishes.time_correction == TimeCorrection::Full;
  const auto open = [&]() -> base::Status {
    TRY_ASSIGN(source, trace::open_trace(
                           anchor, std::min(wishes.time_correction, TimeCorrection::Offsets)));
    if (wishes.made_up_times || !correct_clocks) return base::kOk;
    TRY_ASSIGN(correct_clocks, trace::has_measured_times(anchor));
    return base::kOk;
  };
  TRY(workers::do_together(processes.transport(), open));
  std::string unused_samples;
  const std::unique_ptr<model::SampleSource> samples =
      wishes.samples ? samples_of(anchor, *source, processes, unused_samples) : nullptr;
  analysis::Progress progress;
  analysis::Options options;
  options.threads = processes.threads(common.threads);
  options.processes = &processes.transport();
  options.progress = &progress;
  options.left_out = wishes.left_out;
  for (const model::MetricId metric : analysis::cost_metrics_left_out(wishes.cost_model))
    options.left_out.push_back(metric);
  if (!wishes.patterns.patterns.empty()) options.patterns = &wishes.patterns;
  options.correct_clocks = correct_clocks;
  options.clamp_delays = wishes.clamp_delays;
  options.rma_progress = wishes.rma_progress;
  options.findings = wishes.findings;
  options.supposition = wishes.supposition;
  options.samples = samples.get();
  if (wishes.cost_model == "proportional")
    options.finding_model = analysis::CostModel::Proportional;
  options.memory_limit = wishes.memory_limit;
  options.spill_directory = fs::absolute(output).parent_path();
  base::Result<analysis::Analysis> analysis = [&] {
    const ProgressLine line(progress, processes.is_first() && !common.quiet);
    return analysis::analyze(*source, options);
  }();
  if (!analysis.ok()) return std::move(analysis).error();
  const auto write = [&]() -> base::Status {
    if (!processes.is_first()) return base::kOk;
    experiment::add_recording_warnings(experiment::Experiment::around(anchor), analysis->cube);
    add_wishes(wishes, analysis->cube);
    if (!unused_samples.empty()) analysis->cube.experiment.warnings.push_back(unused_samples);
    TRY(report::write_cubex(analysis->cube, output.string()));
    if (wishes.is_beside) TRY(report::write_statistics_beside(analysis->cube, output.string()));
    const bool has_other =
        !wishes.is_beside && experiment::Experiment::around(anchor).has(experiment::Part::Analysis);
    if (wishes.is_beside || (correct_clocks && !has_other))
      keep_corrections(anchor, *source, analysis->corrections, common);
    say_cost(*analysis, processes, common);
    warn_of_limit(*analysis, wishes, common);
    return base::kOk;
  };
  TRY(workers::do_together(processes.transport(), write));
  return analysis;
}

void say_findings(const model::SeverityCube& cube, const std::string& shown_path,
                  const CommonOptions& common) {
  for (const std::string& warning : cube.experiment.warnings) warn(common, warning);
  for (const std::string& note : report::machine_notes(cube)) say(common, note);
  if (const std::string cause = report::cause_summary(cube); !cause.empty()) say(common, cause);
  say(common, report::waiting_summary(cube));
  if (const std::string note = report::unexplained_note(cube); !note.empty()) say(common, note);
  say(common, "more: tarry report " + base::shell_line({shown_path}));
}

}  // namespace tarry::cli
