// SPDX-License-Identifier: BSD-3-Clause
#include "cli/then_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/counted.h"
#include "base/files.h"
#include "cli/command_line.h"
#include "cli/messages.h"
#include "cli/traced_part.h"
#include "experiment/experiment.h"
#include "experiment/report_file.h"
#include "filter/windows.h"
#include "trace/eventlog/clock_reading.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;
using base::Error;
using base::ErrorCode;
using experiment::Experiment;
using experiment::Part;

void print(const std::string& text) { fmt::print("{}", text); }

// Writes the filter unless the same one exists from an earlier attempt.
base::Status write_filter(const TracePlan& plan, bool force) {
  const std::string file = plan.filter_file.string();
  std::error_code ignored;
  if (fs::exists(plan.filter_file, ignored) && !force) {
    const auto before = base::read_file(file);
    if (before.ok() && *before == plan.filter) return base::kOk;
    return Error{ErrorCode::Exists, "another filter exists already", file,
                 "--force replaces it; to use it: " + plan.command()};
  }
  return base::write_file(file, plan.filter);
}

// Runs a verb as if its words had been given on the command line.
base::Result<int> run_verb(std::vector<std::string> words, CommonOptions common) {
  const Commands commands = make_commands();
  TRY_ASSIGN(const Request request, read_command_line(commands, common, std::move(words)));
  return request.command->run(common);
}

double in_seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

Error nothing_recorded(const fs::path& directory) {
  return {ErrorCode::Failed,
          "the traced run recorded nothing in the window: it called neither MPI nor an "
          "instrumented function there",
          directory.string(), "try a larger --window; tarry.log in it says more"};
}

// Returns an Error if the traced run has nothing to show, and warns of differences from the sampled
// run.
base::Status check_traced(const EarlierRun& sampled, const EarlierRun& traced,
                          const filter::TimeWindow& window, const fs::path& directory,
                          const CommonOptions& common) {
  const double ran = traced.run_seconds.value_or(0);
  const std::string ended = traced.exit_status.value_or(0) == 0
                                ? ""
                                : fmt::format(" with status {}", traced.exit_status.value_or(0));
  if (ran < in_seconds(window.begin))
    return Error{ErrorCode::Failed,
                 fmt::format("the traced run ended{} after {:.3f} s, before the window began at "
                             "{:.3f} s: it was shorter than the sampled one",
                             ended, ran, in_seconds(window.begin)),
                 directory.string(), "sample the program again"};
  if (traced.events == 0) return nothing_recorded(directory);
  if (ran < in_seconds(window.end))
    warn(common,
         fmt::format("the traced run ended{} after {:.3f} s, within the window", ended, ran));
  if (traced.ranks != sampled.ranks)
    warn(common,
         fmt::format("the traced run had {}, but the sampled one had {}: their ranks differ",
                     base::counted(traced.ranks, "process", "processes"), sampled.ranks));
  return base::kOk;
}

base::Result<int> trace_loss(const TracePlan& plan, const std::string& loss,
                             const CommonOptions& common) {
  const std::uint64_t now = trace::eventlog::nanoseconds(CLOCK_REALTIME);
  const base::Result<int> status = run_verb(plan.record, common);
  const Experiment experiment(plan.directory);
  base::Result<EarlierRun> traced = read_earlier_run(experiment);
  // Without this, nothing was started, and the manifest belongs to another run.
  const bool has_run = traced.ok() && traced->run_seconds && traced->start_ns >= now;
  if (!status.ok() && !has_run) return status.error();
  TRY(traced);
  TRY(check_traced(plan.sampled, *traced, plan.since_start, plan.directory, common));
  if (!status.ok()) return status.error();
  TRY_ASSIGN(const model::SeverityCube cube,
             experiment::load_report_file(experiment.path(Part::Analysis).string()));
  if (recorded_seconds(cube) <= 0) return nothing_recorded(plan.directory);
  print("\nIn the samples: " + loss + "\n" + delays_text(cube) +
        costs_text({plan.sampled, Experiment(plan.experiment).bytes(Part::Samples)},
                   {*traced, experiment.bytes(Part::Archive)}));
  if (*status == 0 || traced->exit_status == plan.sampled.exit_status) return 0;
  return Error{ErrorCode::Failed,
               fmt::format("the traced program ended with status {}, the sampled one with {}",
                           *status, plan.sampled.exit_status.value_or(0)),
               plan.directory.string(), "the results show what was traced before its end"};
}

}  // namespace

OptionTable ThenTrace::options() {
  constexpr unsigned kMostFindings = 1000000;
  return {{.names = "--then-trace",
           .target = &is_wanted_,
           .help = "Run the program again, trace the part in which the worst loss is greatest, and "
                   "show which ranks make which others wait there; -o then names the new "
                   "experiment directory, by default EXPERIMENT-finding-N"},
          {.names = "--finding",
           .target = Number{&finding_, 1, kMostFindings},
           .help = "With --then-trace: number of the loss to trace; 1 is the most severe",
           .value = "N",
           .otherwise = "1"},
          {.names = "--window",
           .target = &window_,
           .help = "With --then-trace: length of the part to trace, such as 500ms or 2s",
           .value = "TIME",
           .otherwise = "2s"},
          {.names = "--dry-run",
           .target = &dry_run_,
           .help = "With --then-trace: only write the filter, and show the window and the command"},
          {.names = "--force",
           .target = &force_,
           .help = "With --then-trace: replace an existing filter and experiment directory"}};
}

base::Status ThenTrace::check_options(const ResultOutput& output, std::size_t processes) const {
  const auto window = filter::time_from_text(window_);
  if (!window || *window < std::chrono::milliseconds(1))
    return Error{ErrorCode::Usage, "'" + window_ + "' is not a value for --window", "",
                 "expected a time such as 500ms or 2s"};
  if (!is_wanted_ && (finding_ != 0 || dry_run_ || force_ || window_ != "2s"))
    return Error{
        ErrorCode::Usage,
        "--finding, --window, --dry-run and --force apply to tracing, but nothing is traced", "",
        "give --then-trace"};
  if (is_wanted_ && processes > 1)
    return Error{ErrorCode::Usage,
                 "--then-trace starts a launcher, which a launched process cannot do", "",
                 "run 'tarry diagnose' without a launcher"};
  if (is_wanted_ && output.format != "text")
    return Error{ErrorCode::Usage, "--then-trace shows its results as text only", "",
                 "run 'tarry diagnose --format " + output.format + "' separately"};
  return base::kOk;
}

TraceWishes ThenTrace::wishes(const std::string& experiment, const std::string& directory) const {
  return {experiment, std::max(1U, finding_) - 1, *filter::time_from_text(window_), directory,
          force_};
}

base::Status ThenTrace::check(const std::string& experiment, const ResultOutput& output,
                              std::size_t processes) const {
  TRY(check_options(output, processes));
  // A plan alone may name a directory in which another trace is.
  return is_wanted_ && !dry_run_ ? check_traceable(wishes(experiment, output.file)) : base::kOk;
}

base::Status ThenTrace::check_finding(const diagnosis::Diagnosis& diagnosis) const {
  const std::size_t number = std::max(1U, finding_);
  if (!is_wanted_ || diagnosis.findings.empty() || number <= diagnosis.findings.size())
    return base::kOk;
  return Error{ErrorCode::Usage, fmt::format("there is no loss {}", number), "",
               fmt::format("--finding goes from 1 to {}", diagnosis.findings.size())};
}

base::Result<int> ThenTrace::run(const std::string& experiment,
                                 const diagnosis::Diagnosis& diagnosis,
                                 const std::string& directory, const CommonOptions& common) const {
  if (diagnosis.findings.empty()) {
    say(common, "no loss was found, so there is nothing to trace");
    return 0;
  }
  const TraceWishes wanted = wishes(experiment, directory);
  TRY_ASSIGN(const TracePlan made, plan_trace(diagnosis, wanted, common));
  TRY(write_filter(made, force_));
  if (!dry_run_) print("\n");  // after the diagnosis
  print(list_of_losses(diagnosis, wanted.finding) + window_text(diagnosis, made.window) +
        "  filter: " + made.filter_file.string() + "\n  command: " + made.command() + "\n");
  if (dry_run_) return 0;
  std::fflush(stdout);  // the program writes to stdout as well
  return trace_loss(made, loss_text(diagnosis, diagnosis.findings[wanted.finding]), common);
}

}  // namespace tarry::cli
