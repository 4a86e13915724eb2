// SPDX-License-Identifier: BSD-3-Clause
#include "cli/recording.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/bytes_text.h"
#include "base/experiment_files.h"
#include "cli/analysis_step.h"
#include "cli/compress_step.h"
#include "cli/compressed_recording.h"
#include "cli/experiment_contents.h"
#include "cli/experiment_directory.h"
#include "cli/live_recording.h"
#include "cli/messages.h"
#include "cli/report_file.h"
#include "cli/sample_step.h"
#include "cli/setting_options.h"
#include "report/text_report.h"
#include "trace/finish/raw_experiment.h"
#include "trace/summary/finish_summary.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kStragglerSeconds = 20;

// Where the time goes, in a few lines.
report::Selection time_by_region(const model::SeverityCube& cube) {
  report::Selection out;
  out.metrics.push_back(cube.find("time"));
  out.by = report::By::Region;
  out.top = 10;
  return out;
}

}  // namespace

base::Error Recording::explain(base::Error error) const {
  if (!error.hint.empty()) error.hint += "; ";
  error.hint += "what was recorded is kept; when the cause is gone: tarry analyze " +
                shell_line({shown_name});
  return error;
}

void Recording::tell(const std::string& text) {
  say(common_, text);
  log_line(directory_, text);
}

void Recording::tell_detail(const std::string& text) {
  detail(common_, text);
  log_line(directory_, text);
}

// How large the trace is that took `seconds` to finish.
void Recording::tell_size(double seconds) {
  const trace::finish::FinishedArchive& archive = *manifest_.archive;
  const std::uint64_t bytes =
      bytes_below(directory_) - bytes_below(directory_ / base::kSamplesFolder);
  tell_detail(
      fmt::format("the archive was finished in {:.3f} s, {} of {} processes converted by it",
                  seconds, archive.salvaged, archive.ranks));
  tell_detail(fmt::format(
      "trace of {}, {:.1f} bytes per event, from {} host{}", base::bytes_text(bytes),
      static_cast<double>(bytes) / static_cast<double>(std::max<std::uint64_t>(1, archive.events)),
      archive.hosts.size(), archive.hosts.size() == 1 ? "" : "s"));
}

// The launcher may end a little before the processes it started.
void Recording::wait_for_stragglers() const {
  const std::vector<int> pids = unconverted_processes(directory_, manifest_.host);
  const unsigned alive = launch::wait_for_processes(pids, kStragglerSeconds);
  if (alive > 0)
    warn(common_, fmt::format("{} measured processes still run after their launcher has ended; the "
                              "trace has what they recorded so far",
                              alive));
}

base::Status Recording::finish_sampling(const launch::ChildEnd& end) {
  TRY_ASSIGN(FinishedSamples samples, finish_samples(directory_, samples::NamedCode::All));
  if (samples.archive.ranks == 0) {
    tell(end.status == 0 ? "no samples were taken: nothing but programs that start others ran"
                         : "no samples were taken before that");
    for (const std::string& note : samples.archive.notes) {
      warn(common_, note);
      log_line(directory_, note);
    }
    return base::kOk;
  }
  manifest_.archive = std::move(samples.archive);
  manifest_.sampling = samples.cost;
  for (const std::string& warning : all_warnings(manifest_)) log_line(directory_, warning);
  return base::kOk;
}

// Whatever happens to the samples, the events are kept, and the other way round.
void Recording::finish_samples_beside_events() {
  base::Result<FinishedSamples> samples = finish_samples(
      directory_, tells_samples ? samples::NamedCode::All : samples::NamedCode::Program);
  if (!samples.ok()) {
    keep_samples = false;
    warn(common_, "the samples are not finished: " + samples.error().message());
    return log_line(directory_, samples.error().message());
  }
  manifest_.sampling = samples->cost;
  manifest_.sample_warnings = std::move(samples->archive.notes);
  for (const std::string& warning : manifest_.sample_warnings) {
    if (tells_samples) warn(common_, warning);
    log_line(directory_, warning);
  }
}

base::Status Recording::finish(const launch::ChildEnd& end) {
  if (!records_events) return finish_sampling(end);
  const base::Status events = finish_events(end);
  const bool has_events = manifest_.archive.has_value() || !events.ok();
  keep_samples = keep_samples && (has_events || tells_samples);
  if (!keep_samples) return events;
  records_events = has_events;
  if (!records_events) return finish_sampling(end);
  finish_samples_beside_events();
  return events;
}

base::Status Recording::finish_events(const launch::ChildEnd& end) {
  wait_for_stragglers();
  if (!trace::finish::is_unfinished(directory_)) {
    tell(end.status == 0 ? "no process recorded anything: no MPI_Init and no instrumented function "
                           "was reached"
                         : "nothing was recorded before that");
    return base::kOk;
  }
  if (keep_summary) TRY(gather_summaries());
  if (!keep_events && keep_compressed) return finish_compressed_only();
  if (!keep_events) return finish_summary();
  const Stopwatch finishing;
  auto archive = trace::finish::finish_archive(directory_, common_.threads);
  if (!archive.ok()) return explain(std::move(archive).error());
  manifest_.archive = std::move(*archive);
  for (const std::string& warning : all_warnings(manifest_)) log_line(directory_, warning);
  tell_size(finishing.seconds());
  return keep_summary ? finish_summary() : base::kOk;
}

// Whatever happens to the summary, a trace is finished.
base::Status Recording::give_up_summary(const base::Error& error) {
  if (!keep_events && !keep_compressed) return explain(error);
  keep_summary = false;
  warn(common_, "there is no summary: " + error.message());
  log_line(directory_, error.message());
  return base::kOk;
}

// The summary is finished whatever happens to the compressed trace.
void Recording::give_up_compressed(const base::Error& error) {
  keep_compressed = false;
  warn(common_, "there is no compressed trace: " + error.message());
  log_line(directory_, error.message());
}

base::Status Recording::gather_summaries() {
  const base::Status gathered = trace::summary::gather_summaries(directory_, common_.threads);
  return gathered.ok() ? base::kOk : give_up_summary(gathered.error());
}

base::Status Recording::finish_summary() {
  const bool has_archive = manifest_.archive.has_value();
  const Stopwatch writing;
  auto made = trace::summary::write_summary(directory_, manifest_.archive);
  if (!made.ok()) return give_up_summary(made.error());
  tell_detail(fmt::format("the summary was written in {:.3f} s", writing.seconds()));
  manifest_.archive = std::move(*made);
  if (has_archive) return base::kOk;
  for (const std::string& warning : all_warnings(manifest_)) log_line(directory_, warning);
  return base::kOk;
}

// What the manifest says of it is what it says of an archive.
base::Status Recording::finish_compressed_only() {
  auto made = finish_compressed_recording(directory_, fold_options(manifest_.options), common_);
  if (!made.ok() && !keep_summary) return explain(std::move(made).error());
  if (!made.ok()) {
    give_up_compressed(made.error());
    return finish_summary();
  }
  manifest_.archive = std::move(*made);
  for (const std::string& warning : all_warnings(manifest_)) log_line(directory_, warning);
  return keep_summary ? finish_summary() : base::kOk;
}

void Recording::give_final_name() {
  const std::string name = default_experiment_name(manifest_.program, manifest_.archive->ranks,
                                                   manifest_.archive->threads, manifest_.start);
  const base::Result<fs::path> target = make_unused_directory(directory_.parent_path() / name);
  if (!target.ok()) return;  // the first name serves as well
  std::error_code error;
  fs::rename(directory_, *target, error);  // replaces the empty one
  if (error) {
    fs::remove(*target, error);
    return;
  }
  directory_ = *target;
  shown_name = target->filename().string();
}

// Where no analysis says them.
void Recording::tell_warnings() const {
  for (const std::string& warning : all_warnings(manifest_)) warn(common_, warning);
}

// Why processes stopped, where there is no archive that says it.
void Recording::tell_notes() const {
  const auto raw = trace::finish::read_raw_experiment(directory_);
  if (!raw.ok()) return;
  for (const std::string& note : trace::finish::process_notes(raw->processes)) {
    warn(common_, note);
    log_line(directory_, note);
  }
}

base::Status Recording::conclude_summary() const {
  TRY_ASSIGN(model::SeverityCube cube,
             load_report_file((directory_ / base::kSummaryFile).string()));
  for (const std::string& warning : cube.experiment.warnings) warn(common_, warning);
  cube.experiment.warnings.clear();  // the text would repeat them
  if (!common_.quiet) fmt::print(stderr, "{}", report::text_report(cube, time_by_region(cube), {}));
  say(common_, "more: tarry report " + shell_line({shown_name}));
  return base::kOk;
}

base::Status Recording::conclude_compressed() const {
  tell_warnings();
  const std::string file = compressed_trace_in(shown_name).string();
  say(common_, "next: tarry print " + shell_line({file}));
  if (keep_summary) {
    const std::string summary = (fs::path(shown_name) / base::kSummaryFile).string();
    say(common_, "more: tarry report " + shell_line({summary}));
  }
  return base::kOk;
}

// What can be done with the samples, `said` in front of the command.
void Recording::say_next_of_samples(const std::string& said) const {
  if (manifest_.sampling->samples == 0)
    warn(common_,
         "no samples were taken: the program ended within a sampling period, "
         "see --sample=PERIOD");
  else if (manifest_.settings.at("sample-clock") == "cpu")
    say(common_,
        "tarry diagnose is not for these samples: those of --sample-clock cpu have no waits");
  else
    say(common_, said + ": tarry diagnose " + shell_line({shown_name}));
}

base::Status Recording::conclude_samples() const {
  say_sampling_cost(*manifest_.sampling, common_);
  tell_warnings();
  if (manifest_.sampling->samples > 0) TRY(say_sampled_functions(directory_, common_));
  say_next_of_samples("next");
  return base::kOk;
}

base::Status Recording::conclude(const launch::ChildEnd& end) {
  const base::Status finished = finish(end);
  if (!finished.ok()) {
    tell_notes();
    log_line(directory_, finished.error().message());
  }
  const base::Status written = write_manifest(directory_, manifest_);
  TRY(finished);
  if (!written.ok()) return explain(written.error());
  if (!manifest_.archive) return base::kOk;
  if (rename_when_ranks_known) give_final_name();
  tell_numbers();
  if (!records_events) return conclude_samples();
  TRY(conclude_kept());
  if (!keep_samples || !tells_samples) return base::kOk;
  say_sampling_cost(*manifest_.sampling, common_);
  say_next_of_samples("samples");
  return base::kOk;
}

void Recording::tell_numbers() {
  const trace::finish::FinishedArchive& archive = *manifest_.archive;
  std::string what = fmt::format("{} {}", archive.events,
                                 !records_events                   ? "samples"
                                 : keep_compressed && !keep_events ? "calls"
                                                                   : "events");
  if (records_events && keep_samples && tells_samples)
    what += fmt::format(" and {} samples", manifest_.sampling->samples);
  tell(fmt::format("recorded {} of {} {} in {}", what, archive.ranks,
                   archive.ranks == 1 ? "process" : "processes", shown_name));
}

base::Status Recording::conclude_kept() {
  if (keep_events) return conclude_trace();
  return keep_compressed ? conclude_compressed() : conclude_summary();
}

base::Status Recording::conclude_trace() {
  if (keep_compressed)
    TRY(compress_to(directory_ / base::kArchiveFile, place_of_compressed_trace(directory_), common_,
                    {.fold = fold_options(manifest_.options)}));
  if (!analyze) {
    tell_warnings();
    say(common_, "next: tarry analyze " + shell_line({shown_name}));
    return base::kOk;
  }
  if (manifest_.archive->events == 0) {
    tell_warnings();
    return base::Error{base::ErrorCode::Failed, "no events were recorded", shown_name,
                       "is there room on the disk? tarry.log in it says more"};
  }
  auto analysed = analyze_to(directory_ / base::kArchiveFile, directory_ / base::kAnalysisFile,
                             common_, Processes::alone());
  if (!analysed.ok()) {
    log_line(directory_, analysed.error().message());
    tell_warnings();
    return std::move(analysed).error();
  }
  say_findings(analysed->cube, shown_name, common_);
  return base::kOk;
}

base::Result<int> Recording::run() {
  if (const base::Status status = write_manifest(directory_, manifest_); !status.ok()) {
    std::error_code ignored;
    fs::remove(directory_, ignored);
    return status.error();
  }
  tell_detail("tarry " TARRY_VERSION " runs: " + shell_line(manifest_.launched));
  const Stopwatch running;
  TRY_ASSIGN(const RecordingLock lock, RecordingLock::take(directory_));
  const auto end = launch::run_child(manifest_.launched);
  manifest_.end = std::time(nullptr);
  manifest_.run_seconds = running.seconds();
  if (!end.ok()) {
    std::error_code ignored;
    fs::remove_all(directory_, ignored);  // nothing was started, nothing is lost
    return end.error();
  }
  manifest_.exit_status = end->status;
  manifest_.processor_seconds = end->processor_seconds;
  tell_detail(fmt::format("the launcher ended with status {} after {:.3f} s", end->status,
                          manifest_.run_seconds));
  if (end->killed_by != 0)
    tell(fmt::format("the launcher or program was killed by signal {}", end->killed_by));
  else if (end->status != 0)
    tell(fmt::format("the launcher or program ended with status {}", end->status));
  if (end->strays_ended > 0)
    tell(fmt::format("{} processes outlived their launcher and were ended", end->strays_ended));
  TRY(conclude(*end));
  // A launcher that was told to stop may call that a success.
  if (end->asked_to_stop != 0 && end->status == 0) return 128 + end->asked_to_stop;
  return end->status;
}

}  // namespace tarry::cli
