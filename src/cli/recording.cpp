// SPDX-License-Identifier: BSD-3-Clause
#include "cli/recording.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/bytes_text.h"
#include "base/shell_line.h"
#include "cli/analysis_step.h"
#include "cli/compress_step.h"
#include "cli/compressed_recording.h"
#include "cli/messages.h"
#include "cli/sample_step.h"
#include "cli/setting_options.h"
#include "experiment/lock.h"
#include "experiment/report_file.h"
#include "report/text_report.h"
#include "trace/finish/raw_experiment.h"
#include "trace/summary/finish_summary.h"

namespace tarry::cli {
namespace {

using experiment::Experiment;
using experiment::Part;

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
                base::shell_line({shown_name});
  return error;
}

void Recording::tell(const std::string& text) {
  say(common_, text);
  experiment_.log(text);
}

void Recording::tell_detail(const std::string& text) {
  detail(common_, text);
  experiment_.log(text);
}

// How large the trace is that took `seconds` to finish.
void Recording::tell_size(double seconds) {
  const trace::finish::FinishedArchive& archive = *manifest_.archive;
  const std::uint64_t bytes = experiment_.bytes() - experiment_.bytes(Part::Samples);
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
  const std::vector<int> pids =
      experiment::unconverted_processes(experiment_.directory(), manifest_.host);
  const unsigned alive = launch::wait_for_processes(pids, kStragglerSeconds);
  if (alive > 0)
    warn(common_, fmt::format("{} measured processes still run after their launcher has ended; the "
                              "trace has what they recorded so far",
                              alive));
}

base::Status Recording::finish_sampling(const launch::ChildEnd& end) {
  TRY_ASSIGN(FinishedSamples samples,
             finish_samples(experiment_.directory(), samples::NamedCode::All));
  if (samples.archive.ranks == 0) {
    tell(end.status == 0 ? "no samples were taken: nothing but programs that start others ran"
                         : "no samples were taken before that");
    for (const std::string& note : samples.archive.notes) {
      warn(common_, note);
      experiment_.log(note);
    }
    return base::kOk;
  }
  manifest_.archive = std::move(samples.archive);
  manifest_.sampling = samples.cost;
  for (const std::string& warning : experiment::all_warnings(manifest_)) experiment_.log(warning);
  return base::kOk;
}

// Whatever happens to the samples, the events are kept, and the other way round.
void Recording::finish_samples_beside_events() {
  base::Result<FinishedSamples> samples =
      finish_samples(experiment_.directory(),
                     tells_samples ? samples::NamedCode::All : samples::NamedCode::Program);
  if (!samples.ok()) {
    keep_samples = false;
    warn(common_, "the samples are not finished: " + samples.error().message());
    return experiment_.log(samples.error().message());
  }
  manifest_.sampling = samples->cost;
  manifest_.sample_warnings = std::move(samples->archive.notes);
  for (const std::string& warning : manifest_.sample_warnings) {
    if (tells_samples) warn(common_, warning);
    experiment_.log(warning);
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
  if (!experiment_.is_unfinished()) {
    tell(end.status == 0 ? "no process recorded anything: no MPI_Init and no instrumented function "
                           "was reached"
                         : "nothing was recorded before that");
    return base::kOk;
  }
  if (keep_summary) TRY(gather_summaries());
  if (!keep_events && keep_compressed) return finish_compressed_only();
  if (!keep_events) return finish_summary();
  const Stopwatch finishing;
  auto archive = trace::finish::finish_archive(experiment_.directory(), common_.threads);
  if (!archive.ok()) return explain(std::move(archive).error());
  manifest_.archive = std::move(*archive);
  for (const std::string& warning : experiment::all_warnings(manifest_)) experiment_.log(warning);
  tell_size(finishing.seconds());
  return keep_summary ? finish_summary() : base::kOk;
}

// Whatever happens to the summary, a trace is finished.
base::Status Recording::give_up_summary(const base::Error& error) {
  if (!keep_events && !keep_compressed) return explain(error);
  keep_summary = false;
  warn(common_, "there is no summary: " + error.message());
  experiment_.log(error.message());
  return base::kOk;
}

// The summary is finished whatever happens to the compressed trace.
void Recording::give_up_compressed(const base::Error& error) {
  keep_compressed = false;
  warn(common_, "there is no compressed trace: " + error.message());
  experiment_.log(error.message());
}

base::Status Recording::gather_summaries() {
  const base::Status gathered =
      trace::summary::gather_summaries(experiment_.directory(), common_.threads);
  return gathered.ok() ? base::kOk : give_up_summary(gathered.error());
}

base::Status Recording::finish_summary() {
  const bool has_archive = manifest_.archive.has_value();
  const Stopwatch writing;
  auto made = trace::summary::write_summary(experiment_.directory(), manifest_.archive);
  if (!made.ok()) return give_up_summary(made.error());
  tell_detail(fmt::format("the summary was written in {:.3f} s", writing.seconds()));
  manifest_.archive = std::move(*made);
  if (has_archive) return base::kOk;
  for (const std::string& warning : experiment::all_warnings(manifest_)) experiment_.log(warning);
  return base::kOk;
}

// What the manifest says of it is what it says of an archive.
base::Status Recording::finish_compressed_only() {
  auto made = finish_compressed_recording(experiment_, fold_options(manifest_.options), common_);
  if (!made.ok() && !keep_summary) return explain(std::move(made).error());
  if (!made.ok()) {
    give_up_compressed(made.error());
    return finish_summary();
  }
  manifest_.archive = std::move(*made);
  for (const std::string& warning : experiment::all_warnings(manifest_)) experiment_.log(warning);
  return keep_summary ? finish_summary() : base::kOk;
}

// The first name serves as well.
void Recording::give_final_name() {
  if (experiment_.rename(experiment::default_name(manifest_.program, manifest_.archive->ranks,
                                                  manifest_.archive->threads, manifest_.start)))
    shown_name = experiment_.directory().filename().string();
}

// Where no analysis says them.
void Recording::tell_warnings() const {
  for (const std::string& warning : experiment::all_warnings(manifest_)) warn(common_, warning);
}

// Why processes stopped, where there is no archive that says it.
void Recording::tell_notes() const {
  const auto raw = trace::finish::read_raw_experiment(experiment_.directory());
  if (!raw.ok()) return;
  for (const std::string& note : trace::finish::process_notes(raw->processes)) {
    warn(common_, note);
    experiment_.log(note);
  }
}

base::Status Recording::conclude_summary() const {
  TRY_ASSIGN(model::SeverityCube cube,
             experiment::load_report_file(experiment_.path(Part::Summary).string()));
  for (const std::string& warning : cube.experiment.warnings) warn(common_, warning);
  cube.experiment.warnings.clear();  // the text would repeat them
  if (!common_.quiet) fmt::print(stderr, "{}", report::text_report(cube, time_by_region(cube), {}));
  say(common_, "more: tarry report " + base::shell_line({shown_name}));
  return base::kOk;
}

base::Status Recording::conclude_compressed() const {
  tell_warnings();
  const std::string file = Experiment(shown_name).path(Part::Compressed).string();
  say(common_, "next: tarry print " + base::shell_line({file}));
  if (keep_summary) {
    const std::string summary = Experiment(shown_name).path(Part::Summary).string();
    say(common_, "more: tarry report " + base::shell_line({summary}));
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
    say(common_, said + ": tarry diagnose " + base::shell_line({shown_name}));
}

base::Status Recording::conclude_samples() const {
  say_sampling_cost(*manifest_.sampling, common_);
  tell_warnings();
  if (manifest_.sampling->samples > 0) TRY(say_sampled_functions(experiment_.directory(), common_));
  say_next_of_samples("next");
  return base::kOk;
}

base::Status Recording::conclude(const launch::ChildEnd& end) {
  const base::Status finished = finish(end);
  if (!finished.ok()) {
    tell_notes();
    experiment_.log(finished.error().message());
  }
  const base::Status written = experiment_.write(manifest_);
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
    TRY(compress_to(experiment_.path(Part::Archive), experiment_.make_room(Part::Compressed),
                    common_, {.fold = fold_options(manifest_.options)}));
  if (!analyze) {
    tell_warnings();
    say(common_, "next: tarry analyze " + base::shell_line({shown_name}));
    return base::kOk;
  }
  if (manifest_.archive->events == 0) {
    tell_warnings();
    return base::Error{base::ErrorCode::Failed, "no events were recorded", shown_name,
                       "is there room on the disk? tarry.log in it says more"};
  }
  auto analysed = analyze_to(experiment_.path(Part::Archive), experiment_.path(Part::Analysis),
                             common_, Processes::alone());
  if (!analysed.ok()) {
    experiment_.log(analysed.error().message());
    tell_warnings();
    return std::move(analysed).error();
  }
  say_findings(analysed->cube, shown_name, common_);
  return base::kOk;
}

base::Result<int> Recording::run() {
  if (const base::Status status = experiment_.write(manifest_); !status.ok()) {
    experiment_.remove();
    return status.error();
  }
  tell_detail("tarry " TARRY_VERSION " runs: " + base::shell_line(manifest_.launched));
  const Stopwatch running;
  TRY_ASSIGN(const experiment::Lock lock, experiment_.lock());
  const auto end = launch::run_child(manifest_.launched);
  manifest_.end = std::time(nullptr);
  manifest_.run_seconds = running.seconds();
  if (!end.ok()) {
    experiment_.remove();  // nothing was started, nothing is lost
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
